package dev.walrelay.deploy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Does for a pod's only container what the kubelet does: variables from secrets, and volumes where
 * they are mounted, here as directories.
 */
final class Pod {

  private final PodSpec spec;
  private final Manifests manifests;
  private final Map<String, Map<String, String>> secrets;
  private final Map<String, Path> mounts = new LinkedHashMap<>();

  private Pod(PodSpec spec, Manifests manifests, Map<String, Map<String, String>> secrets) {
    this.spec = spec;
    this.manifests = manifests;
    this.secrets = secrets;
  }

  static Pod of(
      PodSpec spec, Manifests manifests, Map<String, Map<String, String>> secrets, Path folder)
      throws IOException {
    Pod pod = new Pod(spec, manifests, secrets);
    for (VolumeMount mount : pod.container().getVolumeMounts()) {
      pod.mounts.put(
          mount.getMountPath(), Files.createDirectories(folder.resolve(mount.getName())));
    }
    for (VolumeMount mount : pod.container().getVolumeMounts()) {
      pod.fill(mount);
    }
    return pod;
  }

  private void fill(VolumeMount mount) throws IOException {
    for (Map.Entry<String, String> file : files(mount.getName()).entrySet()) {
      Files.writeString(
          mounted(mount.getMountPath()).resolve(file.getKey()),
          dev.walrelay.deploy.Container.mapped(file.getValue(), mounts));
    }
  }

  /** What is in a volume; a claim's is empty at first. */
  private Map<String, String> files(String volume) {
    for (Volume candidate : spec.getVolumes()) {
      if (candidate.getName().equals(volume)) {
        return files(candidate);
      }
    }
    return Map.of();
  }

  private Map<String, String> files(Volume volume) {
    if (volume.getConfigMap() != null) {
      return manifests.named(volume.getConfigMap().getName(), ConfigMap.class).getData();
    }
    return volume.getSecret() == null ? Map.of() : secret(volume.getSecret().getSecretName());
  }

  private Map<String, String> secret(String name) {
    return Objects.requireNonNull(secrets.get(name), () -> "no secret " + name);
  }

  Container container() {
    return spec.getContainers().getFirst();
  }

  PodSpec spec() {
    return spec;
  }

  /** The directory that is mounted there. */
  Path mounted(String path) {
    return Objects.requireNonNull(mounts.get(path), path);
  }

  Map<String, Path> mounts() {
    return mounts;
  }

  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    for (EnvVar variable : container().getEnv()) {
      environment.put(variable.getName(), value(variable));
    }
    return environment;
  }

  private String value(EnvVar variable) {
    if (variable.getValueFrom() == null) {
      return variable.getValue();
    }
    SecretKeySelector key = variable.getValueFrom().getSecretKeyRef();
    return Objects.requireNonNull(secret(key.getName()).get(key.getKey()), variable.getName());
  }
}
