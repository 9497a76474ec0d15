package dev.walrelay.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.WalrelayProperties;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart takes every setting that the service has, and refuses what it would stumble over. */
class ChartValuesTest {

  /** Those that the chart sets itself or has values of its own for. */
  private static final List<String> OF_THE_CHART = List.of("subscriptions", "security");

  @Test
  void takesEverySettingOfTheService() throws IOException {
    Map<String, Object> settings = settings();
    settings.keySet().removeAll(OF_THE_CHART);
    map(settings, "log").remove("path");

    Map<String, Object> config = config(Manifests.yaml().dump(Map.of("settings", settings)));

    map(settings, "log").put("path", "/data/walrelay.db");
    assertThat(map(config, "walrelay")).isEqualTo(settings);
  }

  @Test
  void hasAValueForEverySettingOfAccessControl() throws IOException {
    Map<String, Object> config =
        config(
            """
            security:
              enabled: false
              encryptionKey: {secret: vault}
              cors: {allowedOrigins: ['https://app.example.com']}
              jwt: {issuerUri: 'https://login.example.com', audiences: [walrelay]}
            """);
    Map<String, Object> known = map(settings(), "security");

    assertThat(map(map(config, "walrelay"), "security"))
        .isEqualTo(
            Map.of(
                "enabled",
                false,
                "encryption-key",
                "/etc/walrelay/encryption-key/key",
                "cors",
                Map.of("allowed-origins", List.of("https://app.example.com"))));
    assertThat(known.keySet()).isSubsetOf("enabled", "tokens", "encryption-key", "cors");
    assertThat(config.toString())
        .contains("issuer-uri=https://login.example.com")
        .contains("audiences=[walrelay]");
  }

  @Test
  void takesEveryFieldOfASubscription() {
    Map<String, Object> subscription =
        Manifests.yaml()
            .load(
                """
                name: shop
                url: https://shop.example.com/hooks
                tables: [public.orders]
                ops: [insert, update, delete, truncate, message]
                prefixes: [mail.*]
                filter: op == 'insert'
                start: earliest
                format: cloudevents
                batch: {max-events: 10, max-bytes: 1MB, linger: 5ms}
                ordering: key
                concurrency: 4
                headers: {X-Token: '${SHOP_TOKEN}'}
                timeout: 5s
                retry: {initial: 1s, max: 1m, max-attempts: 3}
                compression: gzip
                signature: v1a
                ssl-bundle: partner
                oauth2-client: shop
                """);

    Map<String, Object> config =
        config(Manifests.yaml().dump(Map.of("subscriptions", List.of(subscription))));

    assertThat(subscription.keySet())
        .containsExactlyElementsOf(names(WalrelayProperties.Subscription.class));
    assertThat(map(subscription, "batch").keySet())
        .containsExactlyElementsOf(names(WalrelayProperties.Batch.class));
    assertThat(map(subscription, "retry").keySet())
        .containsExactlyElementsOf(names(WalrelayProperties.Retry.class));
    assertThat(map(config, "walrelay").get("subscriptions")).isEqualTo(List.of(subscription));
  }

  private static List<String> names(Class<? extends Record> properties) {
    return Arrays.stream(properties.getRecordComponents())
        .map(RecordComponent::getName)
        .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
        .toList();
  }

  @Test
  void takesASubscriptionInTheSpellingOfTheApi() {
    assertThat(
            config(
                    """
                    subscriptions:
                      - name: s
                        url: http://s
                        batch: {max_events: 2, max_bytes: 2048}
                        retry: {max_attempts: 3}
                    """)
                .toString())
        .contains("max_events=2", "max_bytes=2048", "max_attempts=3");
  }

  @Test
  void takesASettingThatHasNoDefault() {
    assertThat(
            config(
                    """
                    settings:
                      webhooks: {ssl-bundle: company, proxy: 'http://proxy:3128',
                        proxy-username: me, proxy-password: '${PROXY_PASSWORD}'}
                    """)
                .toString())
        .contains("ssl-bundle=company", "proxy=http://proxy:3128", "proxy-username=me")
        .contains("proxy-password=${PROXY_PASSWORD}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicaCount: 2 | replicaCount",
        "image: {tag: 7} | tag",
        "source: {secret: ''} | secret",
        "source: {url: 'postgres://db/shop'} | url",
        "settings: {slott: {name: x}} | slott",
        "settings: {slot: {name: No-Dashes}} | name",
        "settings: {slot: {on-loss: perhaps}} | on-loss",
        "settings: {log: {max-age: soon}} | max-age",
        "settings: {log: {max-size: 10}} | max-size",
        "settings: {log: {path: /tmp/x}} | path",
        "settings: {publication: {generated-columns: virtual}} | generated-columns",
        "settings: {sse: {max-connections: 0}} | max-connections",
        "settings: {confirm: never} | confirm",
        "settings: {security: {enabled: false}} | security",
        "settings: {webhooks: {proxy: 'https://proxy'}} | proxy",
        "subscriptions: [{name: s}] | url",
        "subscriptions: [{name: s, url: 'ftp://s'}] | url",
        "subscriptions: [{name: 's s', url: 'http://s'}] | name",
        "subscriptions: [{name: s, url: 'http://s', ops: [upsert]}] | ops",
        "subscriptions: [{name: s, url: 'http://s', batch: {max-event: 1}}] | max-event",
        "subscriptions: [{name: s, url: 'http://s', secret: x}] | secret",
        "security: {tokens: [{name: a, role: boss, secret: s, key: k}]} | role",
        "security: {tokens: [{name: a, role: admin, token: open}]} | token",
        "security: {tokens: [{name: a, role: admin, secret: s, key: k, tables: [t]}]} | tables",
        "security: {cors: {allowedOrigins: ['https://a.example/x']}} | allowedOrigins",
        "security: {jwt: {issuerUri: login.example.com}} | issuerUri",
        "logging: {format: xml} | format",
        "persistence: {size: lots} | size",
        "persistence: {accessModes: [ReadWriteMany]} | accessModes",
        "service: {type: ExternalName} | type",
        "service: {port: 0} | port",
        "ingress: {enabled: 'yes'} | enabled",
        "networkPolicy: {from: all} | from",
        "prometheusRule: {thresholds: {diskFreePercent: 200}} | diskFreePercent",
        "preStopSeconds: -1 | preStopSeconds",
        "terminationGracePeriodSeconds: 5 | terminationGracePeriodSeconds",
        "extraEnv: [{value: x}] | name",
        "extraEnvFrom: [{secret: {name: x}}] | secret",
        "extraVolumes: [{name: data, emptyDir: {}}] | name",
        "extraVolumeMounts: [{name: x, mountPath: here}] | mountPath",
        "openshift: 'yes' | openshift",
        "podSecurityContext: none | podSecurityContext",
        "settings: {publication: {via-partition-root: 'yes'}} | via-partition-root"
      })
  void refusesWhatIsWrongAndNamesIt(String values, String name) {
    assertThatThrownBy(() -> Chart.render(values))
        .hasMessageContaining("values don't meet the specifications of the schema")
        .hasMessageContaining(name);
  }

  @Test
  void refusesTokensBesideJwts() {
    assertThatThrownBy(
            () ->
                Chart.render(
                    """
                    security:
                      tokens: [{name: a, role: admin, secret: s, key: k}]
                      jwt: {issuerUri: 'https://login.example.com'}
                    """))
        .hasMessageContaining("either tokens or JWTs are accepted");
  }

  /** Those of application.yml, which lists all of them. */
  private static Map<String, Object> settings() throws IOException {
    Map<String, Object> all = Manifests.yaml().load(Files.readString(Path.of("application.yml")));
    return new HashMap<>(map(all, "walrelay"));
  }

  private static Map<String, Object> config(String values) {
    return Manifests.yaml().load(Chart.render(values).file("walrelay", "application.yml"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> parent, String key) {
    return (Map<String, Object>) Objects.requireNonNull(parent.get(key), key);
  }
}
