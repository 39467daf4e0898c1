/** The pictures of a form without scripts: each has a place that can be chosen, and the form sends it. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createItemForSale, createItemPicture } from "#app/areas/market/fixtures.ts"
import { itemPictures } from "#app/areas/market/schema.server.ts"
import { formatPicturePlace } from "#app/basics/picture-order.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
beforeAll(registerSubjects)

test("the third picture of an item is made its cover", async () => {
  const seller = await createPerson()
  const pictureIds = await Promise.all([1, 2, 3].map(() => createItemPicture(seller.actor.userId)))
  const itemId = await createItemForSale(seller, { pictureIds })
  const path = `/marketplace/edit/${itemId}`
  const screen = await (await app.get(path, { cookie: seller.cookie })).text()
  expect(screen.match(/<select name="pictureIdsOrder\[\]"/g)).toHaveLength(3)
  const [first = "", second = "", third = ""] = pictureIds
  const sent = await app.post(
    path,
    {
      title: "원목 식탁",
      category: "furniture",
      condition: "light",
      priceWon: "80000",
      "methods[]": "direct",
      regionCode: "11650",
      description: "이사하면서 내놓아요. 4인용이고 튼튼해요.",
      "pictureIds[]": pictureIds,
      "pictureIdsOrder[]": [
        formatPicturePlace(first, 1),
        formatPicturePlace(second, 2),
        formatPicturePlace(third, 1),
      ],
    },
    { cookie: seller.cookie },
  )
  expect(sent.status).toBe(302)
  const saved = await db()
    .select()
    .from(itemPictures)
    .where(eq(itemPictures.itemId, itemId))
    .orderBy(itemPictures.position)
  expect(saved.map(({ pictureId }) => pictureId)).toEqual([third, first, second])
})
