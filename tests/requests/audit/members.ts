/** What admins do about members and experts, and the lines of the log that it leaves. */
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert, createPictureRow } from "#app/areas/experts/fixtures.ts"
import { sendInsurancePaper } from "#app/areas/experts/service/insurance-papers.server.ts"
import { newId } from "#app/basics/ids.ts"
import { REASON, type Deeds } from "./deed.ts"

export const MEMBER_DEEDS: Deeds = {
  "/admin/expert/:expertId": [
    async () => {
      const { expertId } = await createExpert({ state: "reviewing" })
      return {
        at: `/admin/expert/${expertId}`,
        fields: { move: "approve" },
        lines: [
          {
            action: "expert.approve",
            subject: expertId,
            before: { state: "reviewing" },
            after: { state: "approved" },
          },
        ],
      }
    },
    async () => {
      const { expertId } = await createExpert()
      return {
        at: `/admin/expert/${expertId}`,
        fields: { move: "suspend", reason: REASON },
        lines: [
          {
            action: "expert.suspend",
            subject: expertId,
            before: { state: "approved" },
            after: { state: "suspended" },
          },
        ],
      }
    },
    async () => {
      const { actor, expertId } = await createExpert()
      const sent = await sendInsurancePaper(actor, {
        key: newId(),
        insurer: "바로손해보험",
        expiresOn: "2999-12-31",
        pictures: [await createPictureRow(expertId, "certificate")],
      })
      if (!sent.ok) throw new Error(sent.reason)
      return {
        at: `/admin/expert/${expertId}`,
        fields: { intent: "refuse_paper", paperId: sent.paperId, reason: REASON },
        lines: [{ action: "expert.refuse_insurance", subject: expertId }],
      }
    },
  ],
  "/admin/users": (["warn", "ban", "sign_out"] as const).map((intent) => async () => {
    const people = [await createPerson(), await createPerson()].map((person) => person.actor.userId)
    return {
      at: "/admin/users",
      fields: { intent, ban: "7", reason: REASON, "ids[]": people },
      lines: people.map((subject) => ({ action: `person.${intent}`, subject })),
    }
  }),
  // Nothing was looked at: what began it has its line.
  "/admin/person-view": [() => Promise.resolve({ at: "/admin/person-view", fields: {}, lines: [] })],
  // How one looks at a list oneself.
  "/admin/views": [
    () =>
      Promise.resolve({
        at: "/admin/views",
        fields: { intent: "save", list: "users", query: "kind=expert", name: "전문가" },
        lines: [],
      }),
  ],
  "/admin/users/:userId": [
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "view_as", reason: REASON },
        lines: [{ action: "person.view_as", subject: userId }],
      }
    },
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "ban", ban: "7", reason: REASON },
        lines: [{ action: "person.ban", subject: userId, before: { bannedUntil: null } }],
      }
    },
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "type", userType: "expert", reason: REASON },
        lines: [
          {
            action: "person.type",
            subject: userId,
            before: { userType: "customer" },
            after: { userType: "expert" },
          },
        ],
      }
    },
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "note", body: "전화로 확인했어요", key: newId() },
        lines: [{ action: "person.note", subject: userId }],
      }
    },
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "labels", labels: "단골, 주의" },
        lines: [{ action: "person.labels", subject: userId, after: { labels: "단골, 주의" } }],
      }
    },
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "request_admin", officeRole: "support", reason: REASON },
        lines: [{ action: "admin.request", subject: userId }],
      }
    },
    async () => {
      const { userId } = (await createPerson({ role: "admin" })).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "take_back", reason: REASON },
        lines: [
          { action: "admin.take_back", subject: userId, before: { role: "admin" }, after: { role: "user" } },
        ],
      }
    },
  ],
}
