package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** Kubernetes objects. A field that Kubernetes does not know fails, as does a key given twice. */
record Manifests(List<HasMetadata> all, String text) {

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/Pod", Pod.class,
          "v1/Service", Service.class,
          "v1/ServiceAccount", ServiceAccount.class,
          "apps/v1/StatefulSet", StatefulSet.class,
          "networking.k8s.io/v1/Ingress", Ingress.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class,
          "monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class);

  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .annotationIntrospector(new Strictness())
          .build();

  /** The model keeps unknown fields aside, unless it is told not to. */
  private static final class Strictness extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated member) {
      return false;
    }
  }

  static Manifests parse(String text) {
    List<HasMetadata> all = new ArrayList<>();
    for (Object document : yaml().loadAll(text)) {
      all.add(parse((Map<?, ?>) document));
    }
    return new Manifests(all, text);
  }

  private static HasMetadata parse(Map<?, ?> document) {
    String kind = document.get("apiVersion") + "/" + document.get("kind");
    return STRICT.convertValue(
        document, Objects.requireNonNull(KINDS.get(kind), "no model for " + kind));
  }

  /** Strict about keys that are there twice. */
  static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Yaml(options);
  }

  <T extends HasMetadata> List<T> of(Class<T> kind) {
    return all.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The only one of its kind. */
  <T extends HasMetadata> T one(Class<T> kind) {
    assertThat(of(kind)).as(kind.getSimpleName()).hasSize(1);
    return of(kind).getFirst();
  }

  /** A file of a config map. */
  String file(String configMap, String name) {
    return Objects.requireNonNull(named(configMap, ConfigMap.class).getData().get(name), name);
  }

  /** The one of that name. */
  <T extends HasMetadata> T named(String name, Class<T> kind) {
    return of(kind).stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no %s %s".formatted(kind.getSimpleName(), name)));
  }
}
