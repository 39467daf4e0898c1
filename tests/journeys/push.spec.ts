/**
 * The push switch of a browser: it says what is so. The browser's own push service is stood in for;
 * everything of ours is real.
 */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { expect, test } from "../setup/journey.ts"

test.use({ serviceWorkers: "allow" })

const rows = async (userId: string) =>
  (await db().execute(sql`select 1 from push_subscriptions where user_id = ${userId}`)).length

test(
  "push is stored when switched on, gone when switched off, and never shown as on for whoever signs in after",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Notification, "permission", { get: () => "granted" })
      Notification.requestPermission = async () => "granted"
      const held = () => {
        const endpoint = localStorage.getItem("browser-endpoint")
        return endpoint
          ? {
              endpoint,
              toJSON: () => ({ endpoint, keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) } }),
              unsubscribe: async () => localStorage.removeItem("browser-endpoint"),
            }
          : null
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => held(),
        subscribe: async () => {
          localStorage.setItem(
            "browser-endpoint",
            `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
          )
          return held()
        },
      })
    })
    const first = await signIn(page)
    await page.goto("/my-info/notifications")
    await page.getByRole("button", { name: "푸시 켜기" }).click()
    await expect(page.getByText("이 브라우저에서 푸시를 받고 있어요")).toBeVisible()
    expect(await rows(first.actor.userId)).toBe(1)
    await page.reload()
    await expect(page.getByRole("button", { name: "푸시 끄기" })).toBeVisible()

    // The browser still holds its subscription, and it is another person's.
    const second = await signIn(page)
    await page.goto("/my-info/notifications")
    await expect(page.getByRole("button", { name: "푸시 켜기" })).toBeVisible()
    expect(await rows(second.actor.userId)).toBe(0)
    await page.getByRole("button", { name: "푸시 켜기" }).click()
    await page.getByRole("button", { name: "푸시 끄기" }).click()
    await expect(page.getByRole("button", { name: "푸시 켜기" })).toBeVisible()
    expect(await rows(second.actor.userId)).toBe(0)
  },
)

test(
  "a push service out of reach and a question put aside leave a sentence, and the switch off",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Notification, "permission", {
        get: () => sessionStorage.getItem("permission") ?? "default",
      })
      Notification.requestPermission = async () =>
        sessionStorage.getItem("permission") === "granted" ? "granted" : "default"
      Object.assign(PushManager.prototype, {
        getSubscription: async () => null,
        subscribe: () => Promise.reject(new DOMException("push service error", "AbortError")),
      })
    })
    const person = await signIn(page)
    await page.goto("/my-info/notifications")
    await page.getByRole("button", { name: "푸시 켜기" }).click()
    await expect(page.getByText("알림을 허용해야 켤 수 있어요")).toBeVisible()
    await page.evaluate(() => sessionStorage.setItem("permission", "granted"))
    await page.getByRole("button", { name: "푸시 켜기" }).click()
    await expect(page.getByText("푸시를 켜지 못했어요")).toBeVisible()
    await expect(page.getByRole("button", { name: "푸시 켜기" })).toBeVisible()
    expect(await rows(person.actor.userId)).toBe(0)
  },
)
