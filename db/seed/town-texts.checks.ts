/** What a stranger sees in the town: nothing twice on a screen, no words that belie the fields. */
import { describe, expect, test } from "vitest"
import { driver } from "#app/platform/db.server.ts"
import {
  findApplicationContradictions,
  findHireContradictions,
  findJobReviewContradictions,
  findRepeatedPictures,
  findRepeatedTexts,
  findSeekContradictions,
  findWrongOffices,
  findWrongPostcodes,
  type HireFacts,
} from "./contradictions.ts"
import {
  findItemContradictions,
  findProductContradictions,
  type ItemFacts,
  type ProductFacts,
} from "./goods-contradictions.ts"
import { ROWS } from "./market/homes.ts"
import { countRows, findBroken } from "./town-queries.ts"

type Card = { title: string; picture: string | null; category?: string }
/** The things of a list in its order, each with its first picture. */
const listCards = (thing: "item" | "product", order: string, where: string) =>
  driver().unsafe(`
    select t.title, ${thing === "item" ? "t.category" : "''"} as category, (select pic.storage_key
      from ${thing}_pictures p join pictures pic on pic.id = p.picture_id
      where p.${thing}_id = t.id order by p.position limit 1) as picture
    from ${thing}s t where ${where} order by ${order}`) as unknown as Promise<Card[]>

/** Describes that the town bears a look. */
export function describeTownTexts(): void {
  describe("a stranger finds in the town", () => {
    test("2 to 4 pictures of each product beside those of its colours, and none that two share", async () => {
      expect(
        await findBroken(`select p.product_id from product_pictures p
          left join variants v on v.product_id = p.product_id and v.picture_id = p.picture_id
          group by 1 having count(*) filter (where v.id is null) not between 2 and 4`),
      ).toEqual([])
      expect(
        await findBroken(`select v.id from variants v join variants other on other.product_id = v.product_id
            and other.id <> v.id and other.picture_id = v.picture_id
          union all select v.id from variants v where v.picture_id is not null and not exists (select
            from product_pictures p where p.product_id = v.product_id and p.picture_id = v.picture_id)`),
      ).toEqual([])
      expect(await countRows("variants where picture_id is not null")).toBeGreaterThan(100)
      expect(
        await findBroken(`select pic.storage_key from product_pictures p
          join pictures pic on pic.id = p.picture_id group by 1 having count(distinct p.product_id) > 1`),
      ).toEqual([])
    })

    test("no picture twice on a screen of the market or the shop", async () => {
      const listed = "t.hidden_at is null and t.put_away_at is null"
      // As the market lists them: what is sold last.
      const recent = "(t.state = 'sold'), t.bumped_at desc, t.id desc"
      const newest = await listCards("item", recent, listed)
      expect(newest.length).toBeGreaterThan(1_000)
      expect(findRepeatedPictures(newest)).toEqual([])
      // Any of these may stand beside each other in what a search finds.
      expect(
        await findBroken(`select pic.storage_key from items t
          join item_pictures p on p.item_id = t.id and p.position = 0
          join pictures pic on pic.id = p.picture_id
          where t.state <> 'sold' and t.hidden_at is null and t.put_away_at is null and t.deleted_at is null
          group by 1 having count(*) > 1`),
      ).toEqual([])
      // A thing has seven pictures, and a category some ten kinds of things: the first page of one shows no
      // picture twice, and no three rows further down.
      const ofCategories = [...Map.groupBy(newest, ({ category }) => category).values()]
      expect(ofCategories.flatMap((own) => findRepeatedPictures(own.slice(0, 24)))).toEqual([])
      expect(ofCategories.flatMap((own) => findRepeatedPictures(own, ROWS))).toEqual([])
      for (const order of ["t.published_at desc nulls last, t.id desc", "t.price_won, t.id"])
        expect(
          findRepeatedPictures(await listCards("product", order, "t.published_at is not null")),
          order,
        ).toEqual([])
    })

    test("no review or answer twice in a shop, and reviews with pictures", async () => {
      const reviews = await driver()<{ group: string; text: string }[]>`
        select seller_id::text as "group", body as text from product_reviews where body <> ''`
      expect(reviews.length).toBeGreaterThan(150)
      expect(findRepeatedTexts(reviews)).toEqual([])
      const questions = await driver()<{ group: string; text: string }[]>`
        select product_id::text as "group", body as text from product_questions`
      expect(findRepeatedTexts(questions)).toEqual([])
      const answers = await driver()<{ group: string; text: string }[]>`
        select product_id::text as "group", answer as text from product_questions where answer is not null`
      expect(findRepeatedTexts(answers)).toEqual([])
      expect(await findBroken("select 1 from product_review_pictures limit 1")).toHaveLength(1)
    })

    test("no sentence twice in the customers' reviews of the home screen", async () => {
      const newest = await driver()<{ body: string }[]>`
        select body from reviews where photo_count > 0 and published_at is not null and removed_at is null
        order by published_at desc, id desc limit 6`
      const sentences = newest.flatMap(({ body }) => body.split(/(?<=[.!?]) +/))
      expect(findRepeatedTexts(sentences.map((text) => ({ group: "", text })))).toEqual([])
    })

    test("the number of the seller, and of nobody else, in what a product discloses", async () => {
      const rows = await driver()<{ title: string; phones: string[]; own: string }[]>`
        select p.title, array(select m[1] from regexp_matches(p.notice::text,
          '(0[0-9]{1,2}-[0-9]{3,4}-[0-9]{4})', 'g') m) as phones, s.phone as own
        from products p join sellers s on s.user_id = p.seller_id`
      const toDigits = (phone: string) => phone.replace(/^\+82/, "0").replaceAll("-", "")
      expect(rows.some(({ phones }) => phones.length > 0)).toBe(true)
      expect(
        rows.filter(({ phones, own }) => phones.some((phone) => toDigits(phone) !== toDigits(own))),
      ).toEqual([])
    })

    test("parcels that cost what parcels cost, and furniture at most half its price more", async () => {
      expect(
        await findBroken(`
      select p.title as id from products p join sellers s on s.user_id = p.seller_id
        where not p.free_shipping and s.shipping_won > p.price_won / 2 and s.shipping_won > 5000
          or s.shipping_won > p.price_won
          or s.shipping_won > 5000 and not p.free_shipping and p.department not in ('furniture', 'storage')`),
      ).toEqual([])
    })

    test("products whose title, text, options and disclosure agree", async () => {
      const products = await driver()<ProductFacts[]>`
        select p.title, p.description, p.option_label as "optionLabel", p.notice,
          array(select v.name from variants v where v.product_id = p.id order by v.position) as options
        from products p`
      expect(products.length).toBeGreaterThan(200)
      expect(products.flatMap(findProductContradictions)).toEqual([])
      const offices = await driver()<{ number: string; address: string }[]>`
        select mail_order_number as number, address from sellers where mail_order_number <> ''`
      expect(findWrongOffices(offices)).toEqual([])
    })

    test("second-hand things that agree with their state, handing over and picture", async () => {
      const items = await driver()<ItemFacts[]>`
        select i.title, i.description, i.defects, i.condition, i.price_won as "priceWon", i.direct, i.parcel,
          coalesce((select pic.alt from item_pictures x join pictures pic on pic.id = x.picture_id
            where x.item_id = i.id order by x.position limit 1), '') as alt
        from items i where not exists (select from deals d where d.item_id = i.id)`
      expect(items.length).toBeGreaterThan(1_000)
      expect(items.flatMap(findItemContradictions)).toEqual([])
      const words = await driver()<{ group: string; text: string }[]>`
        select subject_id::text as "group", body as text from deal_reviews where body <> ''`
      expect(findRepeatedTexts(words)).toEqual([])
    })

    test("judgements that the pay does not belie, and no post twice at once", async () => {
      const reviews = await driver()<{ body: string; tags: string[]; rating: number; isPaid: boolean }[]>`
        select r.body, r.tags, r.rating, a.paid_at is not null as "isPaid"
        from job_reviews r join job_applications a on a.id = r.application_id where r.side = 'employer'`
      expect(reviews.length).toBeGreaterThan(50)
      expect(reviews.flatMap(findJobReviewContradictions)).toEqual([])
      const posts = await driver()<{ group: string; text: string }[]>`
        select business_name as "group", title as text from (select business_name, title from hire_posts
          where state = 'open' and business_number is not null order by opened_at desc limit 48) newest`
      expect(findRepeatedTexts(posts)).toEqual([])
    })

    test("job posts whose words agree with their days, hours, pay and employer", async () => {
      const hires = await driver()<HireFacts[]>`
        select title, description, pay_type as "payType", pay_date as "payDate", weekdays, needs,
          beginners, meals, lodging, kind,
          business_name as "businessName", business_number as "businessNumber",
          (select json_agg(json_build_object('date', s.date, 'start', s.starts, 'end', s.ends, 'breakMinutes',
            s.break_minutes, 'headcount', s.headcount) order by s.starts_at) from hire_slots s
            where s.hire_id = hire_posts.id) as shifts
        from hire_posts`
      expect(hires.length).toBeGreaterThan(300)
      expect(hires.flatMap(findHireContradictions)).toEqual([])
      for (const fact of ["beginners", "pay_date = 'same_day'", "short_term"])
        expect(
          await findBroken(`select 1 from hire_posts where state = 'open' and ${fact} limit 20`),
        ).toHaveLength(20)
    })

    test("people who seek work, and apply, with the career that their words say", async () => {
      const seeks = await driver()<{ title: string; introduction: string; careerYears: number }[]>`
        select title, introduction, career_years as "careerYears" from seek_posts`
      expect(seeks.length).toBeGreaterThan(50)
      expect(seeks.flatMap(findSeekContradictions)).toEqual([])
      const sent = await driver()<{ message: string; careerYears: number | null }[]>`
        select message, (resume ->> 'careerYears')::int as "careerYears" from job_applications`
      expect(sent.some(({ careerYears }) => careerYears !== null)).toBe(true)
      expect(sent.flatMap(findApplicationContradictions)).toEqual([])
      const words = await driver()<{ group: string; text: string }[]>`
        select hire_id::text as "group", message as text from job_applications
        where message <> '' and offer_id is null`
      expect(findRepeatedTexts(words)).toEqual([])
    })

    test("postcodes of the place that is named beside them", async () => {
      const rows = await driver()<{ zonecode: string; address: string }[]>`
        select zonecode, address from order_groups where zonecode <> ''
        union select zonecode, address from delivery_addresses where zonecode <> ''
        union select zonecode, address from deals where zonecode <> ''`
      expect(rows.length).toBeGreaterThan(10)
      expect(findWrongPostcodes(rows)).toEqual([])
    })
  })
}
