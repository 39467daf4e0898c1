/** What admins do about articles and tickets, and the lines of the log that it leaves. */
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createArticle, createTicket } from "#app/areas/content/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import type { Deeds } from "./deed.ts"
import { dismissReportsInBulk } from "./reports.ts"

const getArticleFields = (kind: "notice" | "career" | "faq", category: string) => ({
  kind,
  title: "새로 쓴 글",
  body: "<p>오늘부터 이렇게 바뀌어요.</p>",
  category,
  publishing: "now",
  place: "서울",
  employment: "정규직",
})

export const CONTENT_DEEDS: Deeds = {
  "/admin/notice-manage": [
    async () => ({
      at: "/admin/notice-manage",
      fields: getArticleFields("notice", "service"),
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/career-manage": [
    async () => ({
      at: "/admin/career-manage",
      fields: getArticleFields("career", "product"),
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/faq-manage": [
    async () => ({
      at: "/admin/faq-manage",
      fields: getArticleFields("faq", "orders"),
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/notices": [
    async () => {
      const ids = [await createArticle("notice", "하나"), await createArticle("notice", "둘")]
      return {
        at: "/admin/notices",
        fields: { move: "archive", ids },
        lines: ids.map((subject) => ({
          action: "article.archive",
          subject,
          before: { state: "published" },
          after: { state: "archived" },
        })),
      }
    },
  ],
  "/admin/notices/:articleId": [
    async () => {
      const id = await createArticle("notice", "내릴 공지")
      return {
        at: `/admin/notices/${id}`,
        fields: { move: "archive" },
        lines: [
          {
            action: "article.archive",
            subject: id,
            before: { state: "published" },
            after: { state: "archived" },
          },
        ],
      }
    },
  ],
  "/admin/careers": [
    async () => {
      const id = await createArticle("career", "닫을 자리")
      return {
        at: "/admin/careers",
        fields: { move: "archive", ids: id },
        lines: [{ action: "article.archive", subject: id }],
      }
    },
  ],
  "/admin/faq": [
    async () => {
      const id = await createArticle("faq", "지난 질문")
      return {
        at: "/admin/faq",
        fields: { move: "archive", ids: id },
        lines: [{ action: "article.archive", subject: id }],
      }
    },
  ],
  "/admin/pages/:slug": [
    async () => ({
      at: "/admin/pages/safety",
      fields: { kind: "page", title: "안전 정책", body: "<p>안전하게 거래해요.</p>", publishing: "now" },
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/tickets/macros": [
    async () => ({
      at: "/admin/tickets/macros",
      fields: { intent: "save", title: `환불 ${newId()}`.slice(0, 40), body: "3영업일 걸려요." },
      lines: [{ action: "macro.add" }],
    }),
  ],
  "/admin/bulk/:kind": [
    dismissReportsInBulk,
    async () => {
      const id = await createTicket((await createPerson()).actor.userId, "언제 되나요?")
      return {
        at: "/admin/bulk/tickets?move=close",
        fields: { move: "close", "ids[]": [id], seenAt: "9999-12-31T00:00:00.000Z" },
        lines: [
          { action: "ticket.close", subject: id, before: { state: "open" }, after: { state: "closed" } },
        ],
      }
    },
  ],
  "/admin/tickets/:ticketId": [
    async () => {
      const id = await createTicket((await createPerson()).actor.userId, "언제 되나요?")
      return {
        at: `/admin/tickets/${id}`,
        fields: { intent: "priority", priority: "high" },
        lines: [{ action: "ticket.priority", subject: id, after: { priority: "high" } }],
      }
    },
    async () => {
      const id = await createTicket((await createPerson()).actor.userId, "언제 되나요?")
      return {
        at: `/admin/tickets/${id}`,
        fields: { intent: "note", body: "전화로 확인했어요", key: newId() },
        lines: [{ action: "ticket.note", subject: id }],
      }
    },
    async () => {
      const id = await createTicket((await createPerson()).actor.userId, "환불은 언제 되나요?")
      return {
        at: `/admin/tickets/${id}`,
        fields: { intent: "reply", body: "영업일 3일 안에 돌려드려요.", key: newId() },
        lines: [
          { action: "ticket.answer", subject: id, before: { state: "open" }, after: { state: "answered" } },
        ],
      }
    },
  ],
}
