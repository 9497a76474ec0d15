package dev.walrelay.delivery.webhook;

import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
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
  private static final Pattern ID = Pattern.compile("[0-9]{1,18}");

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

  /** With what was sent. */
  @GetMapping("/{id}")
  ObjectNode read(@PathVariable String name, @PathVariable String id) {
    return SubscriptionView.of(find(webhooks.get(name), id));
  }

  /** Lets one be tried again before anything else, and shows it as it is then. */
  @PostMapping("/{id}/replay")
  ObjectNode replay(@PathVariable String name, @PathVariable String id) {
    Channel channel = webhooks.get(name);
    DeadLetter letter = find(channel, id).letter();
    change(channel, id, (db, subscription) -> LetterTable.replay(db, subscription, letter.id()));
    return SubscriptionView.of(letter).put("replaying", true);
  }

  @DeleteMapping("/{id}")
  ResponseEntity<Void> delete(@PathVariable String name, @PathVariable String id) {
    Channel channel = webhooks.get(name);
    DeadLetter letter = find(channel, id).letter();
    change(channel, id, (db, subscription) -> LetterTable.delete(db, subscription, letter.id()));
    return ResponseEntity.noContent().build();
  }

  /** It may have been delivered after it was found. */
  private static void change(Channel channel, String id, LetterTable.Change change) {
    if (channel.changeLetters(change) == 0) {
      throw new UnknownDeadLetterException(channel.spec().name(), id);
    }
  }

  /** What is no number is no dead letter's id either. */
  private static LetterTable.WithBody find(Channel channel, String id) {
    return Optional.of(id)
        .filter(text -> ID.matcher(text).matches())
        .flatMap(text -> channel.letters().find(Long.parseLong(text)))
        .orElseThrow(() -> new UnknownDeadLetterException(channel.spec().name(), id));
  }
}
