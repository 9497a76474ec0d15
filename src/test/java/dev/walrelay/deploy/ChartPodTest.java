package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pod that the chart makes of its values. */
class ChartPodTest {

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
                  .hasSize(1)
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
  void leavesTheUserToOpenShift() {
    Manifests manifests = Chart.render("openshift: true");

    assertThat(List.of(pod(manifests), manifests.one(Pod.class).getSpec()))
        .allSatisfy(
            pod -> {
              var security = pod.getSecurityContext();
              assertThat(security.getRunAsUser()).isNull();
              assertThat(security.getRunAsGroup()).isNull();
              assertThat(security.getFsGroup()).isNull();
              assertThat(security.getRunAsNonRoot()).isTrue();
              assertThat(security.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            });
  }

  @Test
  void takesOtherSecurityContextsOrNone() {
    Manifests other =
        Chart.render(
            """
            podSecurityContext: {runAsUser: 2000, fsGroup: null, supplementalGroups: [7]}
            securityContext: {readOnlyRootFilesystem: false}
            """);
    var context = pod(other).getSecurityContext();

    assertThat(context.getRunAsUser()).isEqualTo(2000);
    assertThat(context.getRunAsGroup()).isEqualTo(10001);
    assertThat(context.getFsGroup()).isNull();
    assertThat(context.getSupplementalGroups()).containsExactly(7L);
    assertThat(container(other).getSecurityContext().getReadOnlyRootFilesystem()).isFalse();
    assertThat(container(other).getSecurityContext().getAllowPrivilegeEscalation()).isFalse();

    Manifests none = Chart.render("{podSecurityContext: null, securityContext: null}");

    assertThat(pod(none).getSecurityContext().getRunAsNonRoot()).isNull();
    assertThat(container(none).getSecurityContext().getCapabilities()).isNull();
  }

  @Test
  void addsVolumesAndVariables() {
    Manifests manifests =
        Chart.render(
            """
            extraEnv: [{name: JAVA_TOOL_OPTIONS, value: -Xss512k}]
            extraEnvFrom: [{secretRef: {name: hooks}}, {prefix: X_, configMapRef: {name: more}}]
            extraVolumes: [{name: certificates, secret: {secretName: shop-certificates}}]
            extraVolumeMounts:
              - {name: certificates, mountPath: /etc/walrelay/certificates, readOnly: true}
            """);

    assertThat(environment(manifests)).containsEntry("JAVA_TOOL_OPTIONS", "-Xss512k");
    assertThat(container(manifests).getEnvFrom())
        .satisfiesExactly(
            from -> assertThat(from.getSecretRef().getName()).isEqualTo("hooks"),
            from -> {
              assertThat(from.getPrefix()).isEqualTo("X_");
              assertThat(from.getConfigMapRef().getName()).isEqualTo("more");
            });
    assertThat(pod(manifests).getVolumes())
        .filteredOn(volume -> volume.getName().equals("certificates"))
        .singleElement()
        .satisfies(
            volume ->
                assertThat(volume.getSecret().getSecretName()).isEqualTo("shop-certificates"));
    assertThat(container(manifests).getVolumeMounts())
        .filteredOn(mount -> mount.getName().equals("certificates"))
        .singleElement()
        .satisfies(
            mount -> {
              assertThat(mount.getMountPath()).isEqualTo("/etc/walrelay/certificates");
              assertThat(mount.getReadOnly()).isTrue();
            });
    assertThat(pod(manifests).getVolumes()).hasSize(3);
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
        .getOrDefault("checksum/config", "none");
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
    return manifests.file("walrelay", "application.yml");
  }
}
