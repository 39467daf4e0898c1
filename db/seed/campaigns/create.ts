/**
 * Banners, a collection and campaigns of the demo town: what runs, what comes, and what was sent to whom.
 */
import type postgres from "postgres"
import { banners, campaignRecipients, campaigns } from "#app/areas/campaigns/schema.server.ts"
import { couponHolders } from "#app/areas/shop/coupon-schema.server.ts"
import { coupons } from "#app/areas/shop/schema.server.ts"
import { addDays } from "#app/basics/time.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { storePictures } from "../demo-pictures.ts"
import { findDemoPeople, writePart, writeWithProgress, type DemoPeople, type RunStep } from "../parts.ts"
import { createSeedId } from "../random.ts"
import { toPictureRow } from "../picture-rows.ts"
import { getDemoPicture, type DemoPicture } from "../town.ts"
import { insertInBatches } from "../write.ts"

type BannerRow = typeof banners.$inferInsert
type BannerSeed = Pick<BannerRow, "kind" | "place" | "title" | "text" | "href"> &
  Partial<Pick<BannerRow, "audience" | "position" | "productIds">> & {
    picture?: string
    /** Days from the present. */ from: number
    until: number
  }

const BANNERS: readonly BannerSeed[] = [
  {
    kind: "banner",
    place: "home",
    title: "겨울 오기 전에 점검해요",
    text: "보일러와 창호, 견적은 무료예요",
    href: "/category/repair",
    picture: "bath-mint",
    from: -6,
    until: 24,
  },
  {
    kind: "banner",
    place: "home",
    title: "이번 주 새 일감이 올라왔어요",
    text: "가까운 견적 요청부터 보여 드려요",
    href: "/expert-dashboard/requests",
    audience: "experts",
    picture: "aircon-wall",
    position: 1,
    from: -2,
    until: 12,
  },
  {
    kind: "banner",
    place: "home",
    title: "처음이라면 3,000원 쿠폰",
    text: "가입하면 쇼핑에서 바로 써요",
    href: "/signup",
    audience: "visitors",
    picture: "bath-sand",
    position: 2,
    from: -10,
    until: 20,
  },
  {
    kind: "banner",
    place: "home",
    title: "연말 대청소 특집",
    text: "입주청소부터 에어컨 청소까지",
    href: "/category/demolition",
    picture: "bath-sky",
    from: 5,
    until: 35,
  },
]

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(["room-after", "site"], step)
  const people = await findDemoPeople(client)
  const goods = await client<{ id: string }[]>`
    select p.id from products p join sellers s on s.user_id = p.seller_id
      where p.state = 'published' and p.hidden_at is null and s.state = 'approved' and p.deal_until is null
      order by p.rank desc, p.id limit 8 offset 60`
  const agreed = await client<{ id: string }[]>`
    select distinct user_id as id from consents where kind = 'marketing' and granted order by 1 limit 120`
  await writePart(client, part, async (tx, present) => {
    const collection: BannerSeed = {
      kind: "collection",
      place: "shop",
      title: "겨울 집 단장",
      text: "많이 찾는 상품만 모았어요",
      href: "/shopping",
      productIds: goods.map(({ id }) => id),
      from: -4,
      until: 26,
    }
    const shown = [...BANNERS, collection].map((seed, index) =>
      createBanner(seed, { index, people, present, demoPictures }),
    )
    await writeWithProgress(step, "배너", shown.length, "개", async () => {
      await insertInBatches(
        tx,
        pictures,
        shown.flatMap(({ picture }) => picture ?? []),
      )
      await insertInBatches(
        tx,
        banners,
        shown.map(({ banner }) => banner),
      )
    })
    const sent = createCampaigns(people, agreed, present)
    await writeWithProgress(step, "캠페인", sent.campaigns.length, "개", async () => {
      await insertInBatches(tx, coupons, [sent.coupon])
      await insertInBatches(tx, campaigns, sent.campaigns)
      await insertInBatches(tx, campaignRecipients, sent.recipients)
      await insertInBatches(tx, couponHolders, sent.holders)
    })
  })
}

function createBanner(
  { from, until, picture, ...seed }: BannerSeed,
  town: {
    index: number
    people: DemoPeople
    present: Date
    demoPictures: ReadonlyMap<string, DemoPicture>
  },
) {
  const { index, people, present, demoPictures } = town
  const startsAt = addDays(present, from)
  const at = from < 0 ? startsAt : addDays(present, -1)
  const master = picture === undefined ? null : getDemoPicture({ demoPictures }, picture)
  const pictureRow =
    master &&
    toPictureRow(master, {
      id: createSeedId(`banner-picture/${index}`, at),
      ownerId: people.demo.admin.id,
      purpose: "content",
      at,
    })
  const banner: BannerRow = {
    id: createSeedId(`banner/${index}`, at),
    audience: "everyone",
    ...seed,
    pictureId: pictureRow?.id ?? null,
    startsAt,
    endsAt: addDays(present, until),
    createdAt: at,
    updatedAt: at,
  }
  return { banner, picture: pictureRow }
}

/** One that was sent with its coupon, and one that is being written. */
function createCampaigns(people: DemoPeople, agreed: readonly { id: string }[], present: Date) {
  const startedAt = addDays(present, -20)
  const coupon: typeof coupons.$inferInsert = {
    id: createSeedId("coupon/thanks", startedAt),
    code: "THANKS-5000",
    name: "다시 만나 반가워요 5,000원",
    kind: "amount",
    value: 5_000,
    minWon: 30_000,
    startsAt: startedAt,
    endsAt: addDays(present, 22),
    isGiven: true,
  }
  const sentId = createSeedId("campaign/thanks", startedAt)
  const told = agreed.length
  const createdBy = people.demo.admin.id
  const rows: (typeof campaigns.$inferInsert)[] = [
    {
      id: sentId,
      name: "11월 감사 쿠폰",
      title: "감사 쿠폰 5,000원을 드려요",
      text: "쇼핑에서 3만원 넘게 담으면 바로 쓸 수 있어요.",
      href: "/shopping",
      couponId: coupon.id,
      audience: "customers",
      state: "done",
      people: told,
      handled: told,
      reachedId: agreed.at(-1)?.id ?? null,
      told,
      delivered: Math.round(told * 0.93),
      opened: Math.round(told * 0.41),
      createdBy,
      createdAt: startedAt,
      startedAt,
      endedAt: startedAt,
      countedAt: present,
    },
    {
      id: createSeedId("campaign/winter", addDays(present, -1)),
      name: "12월 대청소 안내",
      title: "연말 대청소, 지금 예약해요",
      text: "가까운 청소 전문가의 견적을 무료로 받아 보세요.",
      href: "/category/demolition",
      audience: "members",
      regionCode: "11",
      state: "draft",
      createdBy,
      createdAt: addDays(present, -1),
    },
  ]
  return {
    coupon,
    campaigns: rows,
    recipients: agreed.map(({ id }) => ({ campaignId: sentId, userId: id })),
    holders: agreed.map(({ id }) => ({ couponId: coupon.id, userId: id, givenAt: startedAt })),
  }
}
