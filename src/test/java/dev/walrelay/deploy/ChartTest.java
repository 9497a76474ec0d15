package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the chart makes of its values. */
class ChartTest {

  @Test
  void passesHelmsStrictLint() {
    var lint = Chart.lint();

    assertThat(lint.isFailed()).as("%s", lint.getMessages()).isFalse();
  }

  @Test
  void isReadStrictlyHere() {
    assertThatThrownBy(
            () ->
                Manifests.parse(
                    """
                    apiVersion: v1
                    kind: Pod
                    spec:
                      containers: [{name: a, livenessProbe: {httpGet: {port: 1, pathh: /}}}]
                    """))
        .hasMessageContaining("pathh");
  }

  @Test
  void isJustTheServiceByDefault() {
    Manifests manifests = Chart.render("{}");

    assertThat(manifests.all())
        .extracting(HasMetadata::getKind)
        .containsExactlyInAnyOrder(
            "ServiceAccount", "ConfigMap", "Service", "Service", "StatefulSet", "Pod");
    assertThat(manifests.all())
        .allSatisfy(
            object -> {
              assertThat(object.getMetadata().getNamespace()).isEqualTo(Chart.NAMESPACE);
              assertThat(object.getMetadata().getLabels())
                  .containsEntry("app.kubernetes.io/instance", "walrelay")
                  .containsEntry("app.kubernetes.io/managed-by", "Helm");
            });
  }

  @Test
  void opensTheServiceToTheOutsideByAnIngressThatLetsStreamsPass() {
    Ingress ingress =
        Chart.render("ingress: {enabled: true, host: events.example.com, tlsSecret: cert}")
            .one(Ingress.class);

    assertThat(ingress.getMetadata().getAnnotations())
        .containsEntry("nginx.ingress.kubernetes.io/proxy-buffering", "off")
        .containsEntry("nginx.ingress.kubernetes.io/proxy-read-timeout", "120")
        .hasSize(3);
    assertThat(ingress.getSpec().getTls().getFirst().getSecretName()).isEqualTo("cert");
    assertThat(
            Chart.render("ingress: {enabled: true, gzipOff: true}")
                .one(Ingress.class)
                .getMetadata()
                .getAnnotations())
        .containsEntry("nginx.ingress.kubernetes.io/configuration-snippet", "gzip off;");
  }

  @Test
  void reachesItsServicesByTheirSelectors() {
    Manifests manifests =
        Chart.render("service: {type: LoadBalancer, port: 80, annotations: {a: b}}");
    Map<String, String> labels =
        manifests.one(StatefulSet.class).getSpec().getTemplate().getMetadata().getLabels();

    assertThat(manifests.of(Service.class))
        .hasSize(2)
        .allSatisfy(
            service -> assertThat(labels).containsAllEntriesOf(service.getSpec().getSelector()));
    assertThat(manifests.one(Pod.class).getMetadata().getLabels())
        .doesNotContainEntry("app.kubernetes.io/component", "server");
    Service open = manifests.named("walrelay", Service.class);
    assertThat(open.getSpec().getType()).isEqualTo("LoadBalancer");
    assertThat(open.getSpec().getPorts())
        .singleElement()
        .satisfies(port -> assertThat(port.getPort()).isEqualTo(80));
    assertThat(manifests.one(ServiceAccount.class).getAutomountServiceAccountToken()).isFalse();
  }

  @Test
  void shutsEverythingButWhatIsNamedByANetworkPolicy() {
    NetworkPolicy policy =
        Chart.render(
                """
                networkPolicy:
                  enabled: true
                  from: [{podSelector: {matchLabels: {app: shop}}}]
                  egress: [{ports: [{protocol: TCP, port: 6432}]}]
                """)
            .one(NetworkPolicy.class);

    assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
    assertThat(policy.getSpec().getIngress()).hasSize(2);
    assertThat(policy.getSpec().getIngress().getFirst().getFrom())
        .extracting(peer -> peer.getPodSelector().getMatchLabels())
        .hasSize(2)
        .anySatisfy(labels -> assertThat(labels).containsEntry("app", "shop"))
        .anySatisfy(
            labels -> assertThat(labels).containsEntry("app.kubernetes.io/component", "test"));
    assertThat(policy.getSpec().getEgress()).hasSize(2);
  }

  @Test
  void isWatchedByPrometheusAndGrafana() {
    Manifests manifests =
        Chart.render(
            """
            serviceMonitor: {enabled: true, interval: 30s, labels: {release: prometheus}}
            prometheusRule: {enabled: true, labels: {release: prometheus}}
            dashboard: {enabled: true}
            """);
    ServiceMonitor monitor = manifests.one(ServiceMonitor.class);

    assertThat(monitor.getMetadata().getLabels()).containsEntry("release", "prometheus");
    assertThat(monitor.getSpec().getEndpoints())
        .singleElement()
        .satisfies(
            endpoint -> {
              assertThat(endpoint.getPort()).isEqualTo("management");
              assertThat(endpoint.getPath()).isEqualTo("/actuator/prometheus");
              assertThat(endpoint.getInterval()).isEqualTo("30s");
            });
    assertThat(manifests.named("walrelay-management", Service.class).getMetadata().getLabels())
        .containsAllEntriesOf(monitor.getSpec().getSelector().getMatchLabels());
    assertThat(manifests.named("walrelay", Service.class).getMetadata().getLabels())
        .doesNotContainEntry("app.kubernetes.io/component", "management");
    assertThat(manifests.one(PrometheusRule.class).getMetadata().getLabels())
        .containsEntry("release", "prometheus");
    assertThat(manifests.named("walrelay-dashboard", ConfigMap.class).getMetadata().getLabels())
        .containsEntry("grafana_dashboard", "1");
  }

  @Test
  void saysHowToReadTheTokenAndTheFirstEvents() {
    assertThat(Chart.notes("{}"))
        .contains("kubectl -n shop exec statefulset/walrelay -- cat /data/walrelay.db.token")
        .contains("port-forward service/walrelay 8080:8080")
        .contains("-H \"Authorization: Bearer $TOKEN\"")
        .contains("/v1/events?from=earliest");
    assertThat(
            Chart.notes("security: {tokens: [{name: a, role: reader, secret: mine, key: board}]}"))
        .contains("get secret mine -o jsonpath='{.data.board}' | base64 -d");
    assertThat(Chart.notes("security: {jwt: {issuerUri: 'https://login.example.com'}}"))
        .contains("JWTs of https://login.example.com");
    assertThat(Chart.notes("security: {enabled: false}"))
        .contains("Access control is off")
        .doesNotContain("Bearer");
  }
}
