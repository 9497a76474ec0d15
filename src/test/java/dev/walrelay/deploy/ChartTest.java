package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
  void runsOnePodWithAVolumeForTheLog() {
    Manifests manifests =
        Chart.render("persistence: {size: 50Gi, storageClass: fast, annotations: {backup: daily}}");
    var set = manifests.one(StatefulSet.class).getSpec();
    var claim = set.getVolumeClaimTemplates().getFirst();

    assertThat(set.getReplicas()).isEqualTo(1);
    assertThat(set.getServiceName()).isEqualTo("walrelay-management");
    assertThat(set.getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(set.getSelector().getMatchLabels());
    assertThat(claim.getMetadata().getName()).isEqualTo("data");
    assertThat(claim.getMetadata().getAnnotations()).containsEntry("backup", "daily");
    assertThat(claim.getSpec().getStorageClassName()).isEqualTo("fast");
    assertThat(claim.getSpec().getResources().getRequests().get("storage")).hasToString("50Gi");
    assertThat(container(manifests).getVolumeMounts())
        .anySatisfy(
            mount -> {
              assertThat(mount.getName()).isEqualTo("data");
              assertThat(mount.getMountPath()).isEqualTo("/data");
            });
    assertThat(config(manifests)).contains("path: /data/walrelay.db");
  }

  @Test
  void meetsTheRestrictedPodSecurityStandard() {
    Manifests manifests = Chart.render("{}");

    assertThat(List.of(pod(manifests), manifests.one(Pod.class).getSpec()))
        .allSatisfy(
            pod -> {
              assertThat(pod.getAutomountServiceAccountToken()).isFalse();
              assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
              assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
              assertThat(pod.getSecurityContext().getSeccompProfile().getType())
                  .isEqualTo("RuntimeDefault");
              assertThat(pod.getContainers())
                  .allSatisfy(
                      container -> {
                        var security = container.getSecurityContext();
                        assertThat(security.getAllowPrivilegeEscalation()).isFalse();
                        assertThat(security.getReadOnlyRootFilesystem()).isTrue();
                        assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
                      });
            });
    assertThat(pod(manifests).getVolumes())
        .filteredOn(volume -> volume.getName().equals("tmp"))
        .singleElement()
        .satisfies(volume -> assertThat(volume.getEmptyDir()).isNotNull());
  }

  @Test
  void asksOnTheManagementPortWhetherItLivesAndIsReady() {
    Container container = container(Chart.render("{}"));

    assertThat(path(container.getStartupProbe())).endsWith("/liveness");
    assertThat(path(container.getLivenessProbe())).endsWith("/liveness");
    assertThat(path(container.getReadinessProbe())).endsWith("/readiness");
    assertThat(container.getPorts())
        .filteredOn(port -> port.getName().equals("management"))
        .singleElement()
        .satisfies(port -> assertThat(port.getContainerPort()).isEqualTo(8081));
    assertThat(
            container.getStartupProbe().getPeriodSeconds()
                * container.getStartupProbe().getFailureThreshold())
        .isGreaterThanOrEqualTo(60);
  }

  private static String path(Probe probe) {
    assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("management");
    return probe.getHttpGet().getPath();
  }

  @Test
  void leavesTimeForTheStreamsToMoveOn() {
    Manifests manifests = Chart.render("{preStopSeconds: 7, terminationGracePeriodSeconds: 45}");

    assertThat(container(manifests).getLifecycle().getPreStop().getExec().getCommand())
        .containsExactly("sleep", "7");
    assertThat(pod(manifests).getTerminationGracePeriodSeconds()).isEqualTo(45);
    assertThatThrownBy(
            () -> Chart.render("{preStopSeconds: 40, terminationGracePeriodSeconds: 45}"))
        .hasMessageContaining("terminationGracePeriodSeconds");
  }

  @Test
  void takesCredentialsOnlyFromSecrets() {
    Manifests manifests =
        Chart.render(
            """
            source:
              secret: shop-app
              urlKey: jdbc-uri
              ca: {secret: shop-ca}
            security:
              tokens:
                - {name: ops, role: admin, secret: tokens, key: ops}
                - name: board
                  role: reader
                  secret: tokens
                  key: board
                  tables: ['public.orders', 'public."a,b"']
                  prefixes: [mail]
              encryptionKey: {secret: vault}
            """);

    assertThat(container(manifests).getEnv())
        .filteredOn(variable -> variable.getValueFrom() != null)
        .extracting(
            EnvVar::getName,
            variable -> variable.getValueFrom().getSecretKeyRef().getName(),
            variable -> variable.getValueFrom().getSecretKeyRef().getKey())
        .containsExactly(
            tuple("SPRING_DATASOURCE_URL", "shop-app", "jdbc-uri"),
            tuple("SPRING_DATASOURCE_USERNAME", "shop-app", "username"),
            tuple("SPRING_DATASOURCE_PASSWORD", "shop-app", "password"),
            tuple("WALRELAY_SECURITY_TOKENS_0_TOKEN", "tokens", "ops"),
            tuple("WALRELAY_SECURITY_TOKENS_1_TOKEN", "tokens", "board"));
    assertThat(environment(manifests))
        .containsEntry("WALRELAY_SECURITY_TOKENS_1_ROLE", "reader")
        .containsEntry("WALRELAY_SECURITY_TOKENS_1_TABLES_1", "public.\"a,b\"")
        .containsEntry("WALRELAY_SECURITY_TOKENS_1_PREFIXES_0", "mail");
    assertThat(config(manifests)).contains("encryption-key: /etc/walrelay/encryption-key/key");
    assertThat(pod(manifests).getVolumes())
        .filteredOn(volume -> volume.getSecret() != null)
        .extracting(volume -> volume.getSecret().getSecretName())
        .containsExactly("shop-ca", "vault");
    assertThat(container(manifests).getVolumeMounts())
        .extracting(mount -> mount.getMountPath())
        .contains("/etc/walrelay/ca", "/etc/walrelay/encryption-key");
  }

  @Test
  void showsTheAddressOfTheDatabaseIfTold() {
    assertThat(environment(Chart.render("source: {url: 'jdbc:postgresql://db/shop'}")))
        .containsEntry("SPRING_DATASOURCE_URL", "jdbc:postgresql://db/shop");
  }

  @Test
  void replacesThePodWhenSettingsChange() {
    assertThat(checksum("{}"))
        .isEqualTo(checksum("{}"))
        .isNotEqualTo(checksum("settings: {confirm: delivered}"));
  }

  private static String checksum(String values) {
    return Chart.render(values)
        .one(StatefulSet.class)
        .getSpec()
        .getTemplate()
        .getMetadata()
        .getAnnotations()
        .get("checksum/config");
  }

  @Test
  void placesThePodWhereItIsTold() {
    Manifests manifests =
        Chart.render(
            """
            imagePullSecrets: [{name: registry}]
            priorityClassName: high
            nodeSelector: {disk: ssd}
            tolerations: [{key: dedicated, operator: Exists}]
            affinity: {podAntiAffinity: {}}
            podLabels: {team: shop}
            podAnnotations: {note: x}
            extraEnv: [{name: SHOP_TOKEN, valueFrom: {secretKeyRef: {name: s, key: k}}}]
            image: {repository: shop/walrelay, tag: v9, pullPolicy: Always}
            """);
    PodSpec pod = pod(manifests);

    assertThat(pod.getImagePullSecrets()).hasSize(1);
    assertThat(pod.getPriorityClassName()).isEqualTo("high");
    assertThat(pod.getNodeSelector()).containsEntry("disk", "ssd");
    assertThat(pod.getTolerations()).hasSize(1);
    assertThat(pod.getAffinity()).isNotNull();
    assertThat(container(manifests).getImage()).isEqualTo("shop/walrelay:v9");
    assertThat(container(manifests).getEnv()).extracting(EnvVar::getName).contains("SHOP_TOKEN");
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

  private static PodSpec pod(Manifests manifests) {
    return manifests.one(StatefulSet.class).getSpec().getTemplate().getSpec();
  }

  private static Container container(Manifests manifests) {
    return pod(manifests).getContainers().getFirst();
  }

  private static Map<String, String> environment(Manifests manifests) {
    return container(manifests).getEnv().stream()
        .filter(variable -> variable.getValue() != null)
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }

  private static String config(Manifests manifests) {
    return manifests.named("walrelay", ConfigMap.class).getData().get("application.yml");
  }
}
