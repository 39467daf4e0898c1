/** What happens just while a page is being opened is heard like everything else. */
import type { Page } from "@playwright/test"
import { notify } from "#app/areas/notifications/service/notify.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { expect, waitForHydration, test } from "../setup/journey.ts"

const news = (userId: string) =>
  db().transaction((tx) =>
    notify(tx, [
      {
        userId,
        kind: "order",
        title: "새 소식이 있어요",
        text: "",
        href: "/orders",
        deduplicationKey: newId(),
      },
    ]),
  )
const unread = (page: Page, count: number) =>
  expect(page.getByRole("banner").getByText(`안 읽은 알림 ${count}개`)).toBeAttached()

test(
  "news between the making of a page and the opening of its stream are not missed, in any tab",
  { tag: "@any-window" },
  async ({ context, page, signIn }) => {
    const { actor } = await signIn(page)
    // The page is made, its scripts are not even loaded.
    await page.goto("/my-info", { waitUntil: "commit" })
    await news(actor.userId)
    await unread(page, 1)
    await waitForHydration(page)
    const second = await context.newPage()
    await second.goto("/orders", { waitUntil: "commit" })
    await news(actor.userId)
    await unread(second, 2)
    await unread(page, 2)
  },
)
