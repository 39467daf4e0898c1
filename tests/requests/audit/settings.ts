/** What admins do about the settings, and the lines of the log that it leaves. */
import { addDays, toKstDateString } from "#app/basics/time.ts"
import type { Deeds } from "./deed.ts"

const today = toKstDateString(new Date())

export const SETTING_DEEDS: Deeds = {
  "/admin/settings": [
    async () => ({
      at: "/admin/settings",
      fields: { intent: "commission", version: "0", percent: "7.5" },
      lines: [{ action: "setting.commission", before: { percent: 8 }, after: { percent: 7.5 } }],
    }),
    async () => ({
      at: "/admin/settings",
      fields: {
        intent: "order_fees",
        version: "0",
        payer: "customer",
        repair: "3.5",
        interior: "3",
        moving: "3",
        demolition: "3",
        installation: "0",
      },
      lines: [
        {
          action: "setting.order_fees",
          before: { payer: "expert", repair: 3, interior: 3, moving: 3, demolition: 3, installation: 3 },
          after: { payer: "customer", repair: 3.5, interior: 3, moving: 3, demolition: 3, installation: 0 },
        },
      ],
    }),
    async () => ({
      at: "/admin/settings",
      fields: { intent: "wages", version: "0", "rows[0].year": "2026", "rows[0].hourWon": "10320" },
      lines: [{ action: "setting.wages" }],
    }),
  ],
  "/admin/settings/coupons": [
    async () => ({
      at: "/admin/settings/coupons",
      fields: {
        intent: "create",
        name: "겨울 할인",
        code: "WINTER-26",
        kind: "amount",
        value: "3000",
        startsOn: today,
        endsOn: addDays(today, 30),
      },
      lines: [{ action: "coupon.create" }],
    }),
  ],
  "/admin/settings/vocabulary": [
    async () => ({
      at: "/admin/settings/vocabulary",
      fields: { intent: "add", word: "쏘퐈", kind: "misspelling", noun: "소파" },
      lines: [{ action: "vocabulary.add", after: { kind: "misspelling", noun: "소파" } }],
    }),
    async () => ({
      at: "/admin/settings/vocabulary",
      fields: { intent: "remove", word: "쏘퐈" },
      lines: [{ action: "vocabulary.remove", before: { kind: "misspelling", noun: "소파" } }],
    }),
  ],
  "/admin/settings/questions/:categoryId": [
    async ({ readPage }) => {
      const at = "/admin/settings/questions/moving"
      // The form of the first question: the category and its service have versions of their own before it.
      const fields =
        /version" value="(\d+)"[^>]*><[^>]*service" value="([^"]+)"[^>]*><[^>]*question" value="([^"]+)"/
      const [, version = "", service = "", question = ""] = fields.exec(await readPage(at)) ?? []
      return {
        at,
        fields: { intent: "remove", version, service, question },
        lines: [{ action: "setting.questions" }],
      }
    },
    async ({ readField }) => {
      const at = "/admin/settings/questions/moving"
      return {
        at,
        fields: {
          intent: "category",
          version: await readField(at, "version"),
          category: "moving",
          label: "이사·운송",
          description: "원룸·가정·사무실",
        },
        lines: [
          {
            action: "setting.categories",
            before: { category: "이사" },
            after: { category: "이사·운송" },
          },
        ],
      }
    },
  ],
  "/admin/settings/questions/:categoryId/:questionId": [
    async ({ readField }) => {
      const at = "/admin/settings/questions/repair/new"
      const service = await readField(at, "services\\[\\]")
      return {
        at,
        fields: {
          version: await readField(at, "version"),
          text: "주차할 수 있나요?",
          label: "주차",
          kind: "choice",
          options: "할 수 있어요\n없어요",
          wayOut: "잘 모르겠어요",
          "services[]": service,
        },
        lines: [{ action: "setting.questions" }],
      }
    },
  ],
}
