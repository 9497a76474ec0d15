package dev.walrelay.delivery.webhook;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What endpoints have refused for good. */
@RestController
@RequestMapping(
    path = SubscriptionsController.PATH + "/{name}/dead-letters",
    produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
public final class DeadLettersController {

  private static final int PAGE = 1000;

  private final Webhooks webhooks;

  /** Over all subscriptions. */
  public DeadLettersController(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  /** The oldest first, up to a thousand after an id. */
  @GetMapping
  ObjectNode list(@PathVariable String name, @RequestParam(defaultValue = "0") long after) {
    ObjectNode page = JsonMapper.shared().createObjectNode();
    page.set(
        "dead_letters", SubscriptionView.letters(webhooks.get(name).letters().list(after, PAGE)));
    return page;
  }

  @PostMapping("/replay")
  ObjectNode replay(@PathVariable String name) {
    return JsonMapper.shared()
        .createObjectNode()
        .put("replaying", webhooks.get(name).replayLetters());
  }

  @DeleteMapping
  ObjectNode delete(@PathVariable String name) {
    return JsonMapper.shared()
        .createObjectNode()
        .put("deleted", webhooks.get(name).deleteLetters());
  }
}
