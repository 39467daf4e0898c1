import { describe, expect, test } from "vitest"
import { findTransition, findUnreachableStates } from "#app/basics/transitions.ts"
import { ARTICLE_STATES, ARTICLE_TRANSITIONS, TICKET_STATES, TICKET_TRANSITIONS } from "./rules.ts"
import { cleanHtml, toPlainText } from "./service/html.server.ts"

describe("the tables of content", () => {
  test("reach every state from the first", () => {
    expect(findUnreachableStates(ARTICLE_TRANSITIONS, ARTICLE_STATES, ["draft"])).toEqual([])
    expect(findUnreachableStates(TICKET_TRANSITIONS, TICKET_STATES, ["open"])).toEqual([])
  })
  test("hold exactly these moves of an admin", () => {
    const moves = ["schedule", "publish", "unschedule", "archive", "restore"] as const
    const found = ARTICLE_STATES.flatMap((from) =>
      moves.flatMap((move) =>
        findTransition(ARTICLE_TRANSITIONS, { move, from, role: "admin" }) ? [`${from} ${move}`] : [],
      ),
    )
    expect(found).toEqual([
      "draft schedule",
      "draft publish",
      "scheduled schedule",
      "scheduled publish",
      "scheduled unschedule",
      "published archive",
      "archived restore",
    ])
  })
  test("let nobody go on with a closed ticket", () => {
    for (const role of ["asker", "admin", "system"] as const)
      for (const move of ["answer", "ask_again", "close"] as const)
        expect(findTransition(TICKET_TRANSITIONS, { move, from: "closed", role })).toBeUndefined()
  })
})

describe("what is saved of an article", () => {
  test.each([
    ["a script", "<p>글</p><script>alert(1)</script>", "<p>글</p>"],
    ["a handler", '<p onclick="alert(1)">글</p>', "<p>글</p>"],
    ["a style", '<p style="position:fixed">글</p>', "<p>글</p>"],
    ["a frame", '<iframe src="https://example.com"></iframe>글', "글"],
    [
      "a picture from elsewhere",
      '<p>글<img src="https://example.com/x.png" onerror="alert(1)"></p>',
      "<p>글</p>",
    ],
    ["an address that runs", '<a href="javascript:alert(1)">글</a>', ""],
    ["an address without a scheme", '<a href="//example.com">글</a>', ""],
  ])("has not %s", async (_, html, clean) => expect(await cleanHtml(html)).toBe(clean))

  test("keeps headings, lists, tables and links; a link that leads away says so", async () => {
    const own =
      "<h2>제목</h2><ul><li>하나</li></ul>" +
      '<table><tbody><tr><th scope="row">가</th><td>나</td></tr></tbody></table><p><a href="/faq">질문</a></p>'
    expect(await cleanHtml(own)).toBe(own)
    expect(await cleanHtml('<a href="https://example.com/">밖</a>')).toBe(
      '<a href="https://example.com/" target="_blank" rel="noreferrer noopener">밖</a>',
    )
  })
  test("is read as words", () =>
    expect(toPlainText('<h2>가</h2><p>나 &amp; 다<br>라 <a href="/faq">&lt;마&gt;</a></p>')).toBe(
      "가 나 & 다 라 <마>",
    ))
})
