package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.InvalidParameterException;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.event.EventId;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /v1/subscriptions}: what subscriptions there are, and whether they deliver. */
@RestController
@RequestMapping(
    path = SubscriptionsController.PATH,
    produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
public final class SubscriptionsController {

  static final String PATH = "/v1/subscriptions";

  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Webhooks webhooks;
  private final String costOfPausing;

  /**
   * Over all subscriptions.
   *
   * @param costOfPausing what is said to those who pause one
   */
  public SubscriptionsController(Webhooks webhooks, String costOfPausing) {
    this.webhooks = webhooks;
    this.costOfPausing = costOfPausing;
  }

  private ObjectNode view(Channel channel) {
    return SubscriptionView.of(channel, webhooks.engine().log());
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<ObjectNode> create(@RequestBody JsonNode body) {
    Channel channel = webhooks.create(SubscriptionReader.read(body));
    ObjectNode view = view(channel);
    SubscriptionView.addSecrets(channel.secrets().current(), view);
    return ResponseEntity.created(URI.create(PATH + "/" + channel.spec().name())).body(view);
  }

  @GetMapping
  ObjectNode list() {
    ObjectNode page = JSON.createObjectNode();
    ArrayNode subscriptions = page.putArray("subscriptions");
    webhooks.all().forEach(channel -> subscriptions.add(view(channel)));
    return page;
  }

  @GetMapping("/{name}")
  ObjectNode read(@PathVariable String name) {
    return view(webhooks.get(name));
  }

  @PatchMapping(
      path = "/{name}",
      consumes = {MediaType.APPLICATION_JSON_VALUE, MERGE_PATCH})
  ObjectNode change(@PathVariable String name, @RequestBody JsonNode patch) {
    Channel channel = webhooks.changeable(name);
    Subscription changed = SubscriptionJson.patch(channel.spec(), patch);
    if (!changed.name().equals(name)) {
      throw new InvalidParameterException("name", "it cannot be changed");
    }
    if (!changed.start().equals(channel.spec().start())) {
      throw new InvalidParameterException(
          "start", "it has begun already; use replay to deliver from another position");
    }
    webhooks.engine().outbound().check(changed);
    channel.change(changed, false);
    return view(channel);
  }

  @DeleteMapping("/{name}")
  ResponseEntity<Void> delete(@PathVariable String name) {
    webhooks.delete(name);
    return ResponseEntity.noContent().build();
  }

  @PostMapping("/{name}/pause")
  ObjectNode pause(@PathVariable String name) {
    Channel channel = webhooks.get(name);
    channel.pause();
    return view(channel).put("cost", costOfPausing);
  }

  @PostMapping("/{name}/resume")
  ObjectNode resume(@PathVariable String name) {
    Channel channel = webhooks.get(name);
    channel.resume();
    return view(channel);
  }

  @PostMapping("/{name}/rotate-secret")
  ObjectNode rotateSecret(@PathVariable String name) {
    ObjectNode secrets = JSON.createObjectNode().put("name", name);
    SubscriptionView.addSecrets(webhooks.get(name).rotateSecrets(), secrets);
    return secrets;
  }

  @PostMapping("/{name}/test")
  ObjectNode test(@PathVariable String name) {
    Channel channel = webhooks.get(name);
    String id = TestEvent.newId();
    Answer answer =
        channel.test(id, TestEvent.body(id, channel.spec(), webhooks.engine().source()));
    return SubscriptionView.of(Attempt.of(id, 1, answer));
  }

  @PostMapping(path = "/{name}/replay", consumes = MediaType.APPLICATION_JSON_VALUE)
  ObjectNode replay(@PathVariable String name, @RequestBody JsonNode body) {
    Fields fields = Fields.of(body, Set.of("from"));
    StartPosition from =
        fields.required("from", fields.parsed("from", SubscriptionsController::from));
    Channel channel = webhooks.get(name);
    channel.replay(from);
    return view(channel);
  }

  /** Begins with the event of an id, where a start would begin after it. */
  private static StartPosition from(String text) {
    StartPosition start = SubscriptionReader.startPosition(text);
    return start instanceof StartPosition.After(EventId id) ? new StartPosition.With(id) : start;
  }

  @GetMapping("/{name}/deliveries")
  ObjectNode deliveries(@PathVariable String name) {
    List<Attempt> latest = webhooks.get(name).attempts().latest();
    ObjectNode page = JSON.createObjectNode();
    page.set("deliveries", SubscriptionView.attempts(latest));
    return page;
  }
}
