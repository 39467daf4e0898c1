/** What admins do about figures, and the lines of the log that it leaves. */
import type { Deeds } from "./deed.ts"

export const FIGURE_DEEDS: Deeds = {
  "/admin/figures": [
    async () => ({
      at: "/admin/figures",
      fields: { intent: "mail", wanted: "on" },
      lines: [{ action: "setting.figure_mail", after: { figureMail: true } }],
    }),
  ],
}
