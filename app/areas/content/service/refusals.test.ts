/** What is refused to those who write and ask changes nothing: neither an article nor a ticket. */
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { env, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createArticle, createTicket } from "../fixtures.ts"
import { closeTicket, openTicket } from "./tickets.server.ts"
import { saveArticle, transitionArticle } from "./write-articles.server.ts"

withDatabase()

const refused = (reason: string) => ({ ok: false, reason })

test("an article is moved by admins alone, and only one that is there", async () => {
  const [admin, customer] = [await createPerson({ role: "admin" }), await createPerson()]
  const articleId = await createArticle("notice", "겨울 점검 안내")
  expect(await transitionArticle(customer.actor, articleId, "archive")).toEqual(refused("forbidden"))
  expect(await transitionArticle(admin.actor, newId(), "archive")).toEqual(refused("not_found"))
})

test("an article that was taken down is not written anew", async () => {
  const admin = await createPerson({ role: "admin" })
  const articleId = await createArticle("notice", "겨울 점검 안내")
  expect(await transitionArticle(admin.actor, articleId, "archive")).toEqual({ ok: true })
  for (const publishing of ["draft", "now"] as const) {
    const saved = await saveArticle(
      admin.actor,
      { id: articleId },
      {
        kind: "notice",
        title: "겨울 점검 안내",
        body: "<p>보일러를 점검하세요.</p>",
        category: "service",
        pinned: false,
        position: null,
        place: null,
        employment: null,
        closesOn: null,
        publishing,
        publishOn: null,
        publishTime: undefined,
        reconsent: false,
        version: null,
      },
    )
    expect(saved).toEqual(refused("not_now"))
  }
})

test("a ticket is closed neither by others nor twice", async () => {
  const [asker, other] = [await createPerson(), await createPerson()]
  const ticketId = await createTicket(asker.actor.userId, "비밀번호를 잊었어요")
  expect(await closeTicket(other.actor, ticketId)).toEqual(refused("not_found"))
  expect(await closeTicket(asker.actor, ticketId)).toEqual({ ok: true })
  expect(await closeTicket(asker.actor, ticketId)).toEqual(refused("not_now"))
})

test("a visitor asks nothing while no mail could carry the answer", async () => {
  const settings = env()
  const question = {
    topic: "use" as const,
    title: "문의",
    body: "어떻게 쓰나요?",
    name: "손님",
    email: "guest@example.kr",
    consent: true as const,
    key: newId(),
  }
  setEnvironment({ ...settings, MAIL: "off" })
  try {
    const opened = await openTicket({ kind: "visitor", draftId: null }, question, "203.0.113.7")
    expect(opened).toEqual(refused("mail_off"))
  } finally {
    setEnvironment(settings)
  }
})
