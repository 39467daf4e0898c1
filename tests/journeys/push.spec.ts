/**
 * The push switch of a browser: it says what is so. The browser's own push service is stood in for;
 * everything of ours is real.
 */
import { sql } from "drizzle-orm"
import { notify } from "#app/areas/notifications/service/notify.server.ts"
import { newId } from "#app/basics/ids.ts"
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

test(
  "a tap on what was pushed opens its place in the page that is open",
  { tag: "@any-window" },
  async ({ page, signIn, baseURL }) => {
    // The worker's answer itself is held by app/shell/service-worker.test.ts.
    test.skip(
      process.env.CHROMIUM_PATH?.includes("headless-shell") === true,
      "chromium-headless-shell crashes where a worker leads a page on",
    )
    await page.context().grantPermissions(["notifications"])
    const { actor } = await signIn(page)
    await db().transaction((tx) =>
      notify(tx, [
        {
          userId: actor.userId,
          kind: "order",
          title: "새 견적이 왔어요",
          text: "열어 보세요",
          href: "/orders",
          deduplicationKey: newId(),
        },
      ]),
    )
    const [notification] = await db().execute<{ id: string }>(
      sql`select id from notifications where user_id = ${actor.userId}`,
    )
    await page.goto("/notices")
    await page.evaluate(() => navigator.serviceWorker.ready)
    const [worker] = page.context().serviceWorkers()
    const session = await page.context().newCDPSession(page)
    const registrationId = new Promise<string>((found) =>
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        for (const { registrationId: id, scopeURL } of registrations)
          if (scopeURL.startsWith(baseURL ?? "")) found(id)
      }),
    )
    await session.send("ServiceWorker.enable")
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: baseURL ?? "",
      registrationId: await registrationId,
      data: JSON.stringify({
        id: notification?.id,
        title: "새 견적이 왔어요",
        text: "열어 보세요",
        href: `/notifications/${notification?.id}`,
      }),
    })
    const readShown = () =>
      worker?.evaluate<string[]>("registration.getNotifications().then((all) => all.map((one) => one.title))")
    await expect.poll(readShown).toEqual(["새 견적이 왔어요"])
    await worker?.evaluate(
      "registration.getNotifications().then(([notification]) => " +
        'dispatchEvent(new NotificationEvent("notificationclick", { notification })))',
    )
    await expect(page).toHaveURL("/orders")
    await expect.poll(readShown).toEqual([])
    const unread = sql`select 1 from notifications where user_id = ${actor.userId} and read_at is null`
    expect(await db().execute(unread)).toHaveLength(0)
  },
)
