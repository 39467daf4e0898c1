/** What holds in the demo town because the rules of the product demand it. */
import { describe, expect, test } from "vitest"
import { registerCharges } from "#app/charges.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { listServiceQuestions } from "#app/areas/orders/questions.ts"
import { ORDER_TRANSITIONS, type Category } from "#app/areas/orders/rules.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { parsePhone } from "#app/basics/phone.ts"
import { isRegionCode, isSigunguCode, isRegionWithin } from "#app/basics/regions.ts"
import { driver } from "#app/platform/db.server.ts"
import { readFileBytes } from "#app/platform/storage.server.ts"
import { countBy, countRows, findBroken } from "./town-queries.ts"

/** Describes what holds in a town that was made as the rules of the product demand. */
export function describeTownRules(): void {
  describe("what the rules of the product demand holds in the town:", () => {
    test("its ledger agrees to the won", async () => {
      registerCharges()
      expect(await checkLedger()).toEqual([])
    })
    test("a matched order has one accepted proposal, of its expert, at its total", async () => {
      expect(
        await findBroken(`select o.id from orders o left join proposals p on p.id = o.accepted_proposal_id
      where (o.state in ('matched', 'in_progress', 'delivered', 'changes_requested', 'completed', 'disputed')
        or o.matched_at is not null)
        and (p.id is null or p.state <> 'accepted' or p.order_id <> o.id or p.expert_id <> o.expert_id
          or p.total_won <> o.agreed_won
        or o.third_party_consent_at is null or o.address = '' or o.contact_phone = '')`),
      ).toEqual([])
      expect(
        await findBroken(`
      select p.id from proposals p join orders o on o.id = p.order_id
        where p.state = 'accepted' and o.accepted_proposal_id is distinct from p.id`),
      ).toEqual([])
    })

    test("no proposal waits once its request takes none, or outlives its validity", async () => {
      expect(
        await findBroken(`
      select p.id from proposals p join orders o on o.id = p.order_id
        where o.state <> 'open' and p.state in ('sent', 'viewed')`),
      ).toEqual([])
      expect(
        await findBroken(
          `select id from proposals where state in ('sent', 'viewed')
          and valid_until <= '${now().toISOString()}'`,
        ),
      ).toEqual([])
      expect(
        await findBroken(`
      select p.id from proposals p join orders o on o.id = p.order_id where p.state = 'not_selected'
      and p.decided_at <> coalesce(o.matched_at, o.cancelled_at, o.expires_at) and o.state <> 'expired'`),
      ).toEqual([])
    })

    test("the lines of a proposal add up, and the order counts those not withdrawn", async () => {
      expect(
        await findBroken(`
      select id from proposals where total_won <> (select sum((l ->> 'quantity')::int * (l ->>
        'unitPriceWon')::int)
      from jsonb_array_elements(lines) l)`),
      ).toEqual([])
      expect(
        await findBroken(`
      select id from proposals p where version <> (select count(*) from proposal_versions v
        where v.proposal_id = p.id)
      or total_won <> (select (content ->> 'totalWon')::int from proposal_versions v
        where v.proposal_id = p.id and v.version = p.version)`),
      ).toEqual([])
      expect(
        await findBroken(`
      select id from orders o where proposal_count <> (select count(*) from proposals p
        where p.order_id = o.id and p.state <> 'withdrawn')`),
      ).toEqual([])
      expect(await findBroken("select id from proposals where included && excluded")).toEqual([])
    })

    test("an approved expert proposes for their kind and region, while the request is open", async () => {
      const rows = await driver()<
        { id: string; region: string; covers: string[]; fits: boolean; inTime: boolean }[]
      >`
      select p.id, o.region_code as region, array(select region_code from expert_regions r
        where r.expert_id = p.expert_id) as covers,
        exists (select from expert_categories c
          where c.expert_id = p.expert_id and c.category = o.category) as fits,
        p.created_at > o.opened_at and p.created_at > e.decided_at
          and p.sent_at < coalesce(o.matched_at, o.cancelled_at, o.expires_at)
          and o.customer_id <> p.expert_id as "inTime"
      from proposals p join orders o on o.id = p.order_id join experts e on e.user_id = p.expert_id`
      expect(rows.length).toBeGreaterThan(1_000)
      expect(
        rows.filter(
          (row) => !row.fits || !row.inTime || !row.covers.some((cover) => isRegionWithin(row.region, cover)),
        ),
      ).toEqual([])
    })

    test("history is a walk through the transition table that ends in the order's state", async () => {
      const rows = await driver()<
        {
          id: string
          state: string
          steps: { move: string; from: string | null; to: string; role: string }[]
          times: string[]
        }[]
      >`
      select o.id, o.state,
        coalesce(jsonb_agg(jsonb_build_object('move', e.move, 'from', e.from_state, 'to', e.to_state, 'role',
          e.actor_role) order by e.at, e.id)
          filter (where e.id is not null), '[]') as steps,
        array_agg(e.at order by e.at, e.id) as times
      from orders o left join order_events e on e.order_id = o.id group by o.id`
      for (const { id, state, steps } of rows) {
        if (state === "draft") expect(steps).toEqual([])
        else {
          expect(steps[0], id).toMatchObject({ move: "publish", from: null, to: "open" })
          expect(steps.at(-1)?.to, id).toBe(state)
        }
        steps.slice(1).forEach((one, index) => {
          expect(one.from, id).toBe(steps[index]?.to)
          const fits = (row: (typeof ORDER_TRANSITIONS)[number]) =>
            row.move === one.move &&
            row.to === one.to &&
            row.from.some((from) => from === one.from) &&
            row.by.some((role) => role === one.role)
          expect(
            /^(?:change|part|split|dispute|warranty)_/.test(one.move) || ORDER_TRANSITIONS.some(fits),
            `${id}: ${one.move} from ${one.from} by ${one.role}`,
          ).toBe(true)
        })
      }
    })

    test("moments follow each other, and match the state", async () => {
      expect(
        await findBroken(`select id, state from orders where not (
      coalesce(opened_at < matched_at, true) and coalesce(matched_at < started_at, true)
        and coalesce(started_at < delivered_at, true)
      and coalesce(delivered_at < completed_at, true) and coalesce(opened_at < cancelled_at, true)
      and (opened_at is null) = (state = 'draft') and (completed_at is not null) = (state = 'completed')
      and (cancelled_at is not null) = (state = 'cancelled')
      and updated_at >= coalesce(completed_at, cancelled_at, delivered_at, started_at, matched_at, opened_at,
        created_at))`),
      ).toEqual([])
      expect(await findBroken("select id from orders where state = 'open' and expires_at <= now()")).toEqual(
        [],
      )
      expect(
        await findBroken(
          "select id from orders where state = 'delivered' and delivered_at <= now() - interval '7 days'",
        ),
      ).toEqual([])
      expect(
        await findBroken(
          `select id from orders
            where opened_at is not null and expires_at <> opened_at + interval '14 days'
              and (wanted_on is null or expires_at > (wanted_on::timestamp at time zone 'Asia/Seoul'))`,
        ),
      ).toEqual([])
      expect(
        await findBroken(`
      select p.id from proposals p where not (sent_at >= created_at and coalesce(viewed_at >= sent_at, true)
      and coalesce(decided_at >= coalesce(viewed_at, sent_at), true)
        and (decided_at is null) = (state in ('sent', 'viewed')) and (state <> 'viewed'
      or viewed_at is not null))`),
      ).toEqual([])
      expect(
        await findBroken(
          "select o.id from orders o join users u on u.id = o.customer_id where u.created_at > o.created_at",
        ),
      ).toEqual([])
    })

    test("finished work is shown, and nobody pays more than agreed", async () => {
      expect(
        await findBroken(`
      select id from orders o
      where delivered_at is not null and not exists (select from order_photos p
        where p.order_id = o.id and p.kind = 'after')`),
      ).toEqual([])
      expect(
        await findBroken(`select r.id from reviews r join orders o on o.id = r.order_id
      where r.paid_won <> o.agreed_won
        + (select coalesce(sum(amount_won), 0) from change_orders c
          where c.order_id = o.id and c.state = 'accepted')`),
      ).toEqual([])
      expect(
        await findBroken(`
      select c.id from change_orders c join orders o on o.id = c.order_id
        where c.expert_id <> o.expert_id or (c.state = 'proposed'
      and o.state not in ('matched', 'in_progress', 'delivered', 'changes_requested'))`),
      ).toEqual([])
    })

    test("completed orders are rated once by their customer, and published after 7 days", async () => {
      expect(
        await findBroken(`
      select r.id from reviews r join orders o on o.id = r.order_id
        where o.state <> 'completed' or r.customer_id <> o.customer_id
      or r.expert_id <> o.expert_id or r.category <> o.category or r.created_at < o.completed_at`),
      ).toEqual([])
      expect(
        await findBroken(`select r.id from reviews r left join customer_reviews c on c.order_id = r.order_id
      where r.published_at is distinct from (case when least(greatest(r.created_at, c.created_at),
        r.publish_at) <= now()
      and c.order_id is not null then least(greatest(r.created_at, c.created_at), r.publish_at)
        when r.publish_at <= now() then r.publish_at end)`),
      ).toEqual([])
      expect(await countRows("reviews where published_at is null")).toBeGreaterThanOrEqual(2)
      expect(
        await findBroken(`
      select id from reviews r where photo_count <> (select count(*) from review_photos p
        where p.review_id = r.id)
      or (reply is null) <> (replied_at is null) or char_length(body) < 10`),
      ).toEqual([])
    })

    test("the numbers beside an expert's name are what the tables say", async () => {
      expect(
        await findBroken(`select e.name from experts e where
      hires <> (select count(*) from orders where expert_id = e.user_id and state <> 'cancelled')
      or repeat_hires <> (select count(*) - count(distinct customer_id) from orders
        where expert_id = e.user_id and state <> 'cancelled')
      or (review_count, rating_sum) <> (select count(*)::int, coalesce(sum(rating), 0)::int from reviews
        where expert_id = e.user_id
      and published_at is not null and removed_at is null)
      or abs(rating_rank - (rating_sum + 4.5 * 5) / (review_count + 5)) > 0.001
      or favorite_count <> (select count(*) from expert_favorites where expert_id = e.user_id)`),
      ).toEqual([])
      expect(await countRows("experts where repeat_hires > 0")).toBeGreaterThanOrEqual(5)
    })

    test("what customers answered are questions of that service", async () => {
      type Row = { category: Category; service: string; answers: { question: string; answer: string }[] }
      const rows = await driver()<Row[]>`select category, service, answers from orders`
      for (const { category, service, answers } of rows) {
        expect(answers.map((one) => one.question)).toEqual(
          listServiceQuestions(category, service).map((question) => question.text),
        )
      }
      expect(
        rows.flatMap((row) => row.answers).filter((one) => one.answer === "잘 모르겠어요").length /
          rows.flatMap((row) => row.answers).length,
      ).toBeLessThan(0.12)
    })

    test("codes, numbers and texts are of the right form", async () => {
      const experts = await driver()<
        { business: string; line: string }[]
      >`select business_number as business, one_line as line from experts`
      expect(experts.filter((row) => !isBusinessNumber(row.business) || [...row.line].length > 40)).toEqual(
        [],
      )
      const regions = await driver()<
        { code: string }[]
      >`select distinct region_code as code from expert_regions`
      expect(regions.filter((row) => !isRegionCode(row.code))).toEqual([])
      const places = await driver()<
        { code: string }[]
      >`select distinct region_code as code from orders union select region_code from profiles`
      expect(places.filter((row) => !isSigunguCode(row.code))).toEqual([])
      const phones = await driver()<{ phone: string }[]>`select phone from profiles`
      expect(phones.filter((row) => parsePhone(row.phone) !== row.phone)).toEqual([])
      const texts = await driver()<{ text: string }[]>`
      select title || description as text from orders union all select message from proposals
      union all select body from reviews union all select introduction from experts`
      expect(texts.filter((row) => /[{}|]|undefined|NaN|\s{2}/.test(row.text))).toEqual([])
      expect(await findBroken("select title from orders where char_length(title) > 60")).toEqual([])
    })

    test("an employer called off a hire of three, and a day of another, with the reason", async () => {
      const calledOff = await driver()<{ title: string; workers: number; notes: number; openDays: number }[]>`
        select h.title, count(distinct a.worker_id)::int as workers, count(distinct a.note)::int as notes,
          (count(d.id) filter (where d.state <> 'called_off'))::int as "openDays"
        from job_applications a join hire_posts h on h.id = a.hire_id
          left join work_days d on d.application_id = a.id
        where a.state = 'called_off' and h.state = 'closed' and h.hired_count = 0 group by h.id, h.title`
      expect(calledOff).toEqual([
        { title: expect.stringContaining("옥상 방수 페인트"), workers: 3, notes: 1, openDays: 0 },
      ])
      expect(
        await countRows(
          "profiles p join users u on u.id = p.user_id join job_applications a on " +
            "a.worker_id = u.id where u.email = 'customer@demo.kr' and a.state = 'called_off'",
        ),
      ).toBe(1)
      expect(
        await countRows(
          "work_days d join job_applications a on a.id = d.application_id " +
            "where d.state = 'called_off' and a.state = 'hired' and d.called_off_reason <> ''",
        ),
      ).toBe(1)
    })

    test("a page of the second-hand list shows no thing twice, also from another side", async () => {
      const shown = await driver()<{ thing: string }[]>`
        select regexp_replace(p.storage_key, '-[0-9]+$', '') as thing from items i
        join item_pictures ip on ip.item_id = i.id and ip.position = 0 join pictures p on p.id = ip.picture_id
        where i.hidden_at is null and i.put_away_at is null and i.deleted_at is null
        order by i.bumped_at desc, i.id desc limit 24`
      expect(new Set(shown.map(({ thing }) => thing)).size).toBe(24)
    })

    test("insurance certificates wait for an admin; an approved one is a badge to its last day", async () => {
      expect(await countBy("select state as k, count(*) as n from insurance_papers group by 1")).toEqual({
        waiting: 3,
        approved: 1,
        refused: 1,
      })
      expect(
        await findBroken(
          "select id from insurance_papers p where not exists (select 1 from insurance_paper_pictures " +
            "where paper_id = p.id)",
        ),
      ).toEqual([])
      expect(
        await findBroken(`
      select p.id from insurance_papers p join experts e on e.user_id = p.expert_id
      where p.state = 'approved' and not e.badges @> jsonb_build_array(jsonb_build_object('kind', 'insurance',
        'expiresOn', p.expires_on::text))`),
      ).toEqual([])
    })

    test("every picture is attached, shown by its owner, and its file is there", async () => {
      expect(await findBroken("select id from pictures where attached_at is null")).toEqual([])
      expect(
        await findBroken(`
      select pic.id from order_photos p join orders o on o.id = p.order_id
        join pictures pic on pic.id = p.picture_id
      where pic.owner_id <> case p.kind when 'site' then o.customer_id else o.expert_id end`),
      ).toEqual([])
      const keys = await driver()<{ key: string }[]>`select distinct storage_key as key from pictures`
      expect(keys.length).toBeGreaterThan(100)
      for (const { key } of keys) expect(await readFileBytes(`${key}/640.webp`), key).not.toBeNull()
    })

    test("neighbours do not read alike: introductions, lines and names are all different", async () => {
      for (const column of ["introduction", "one_line", "name", "business_name", "business_number"])
        expect(
          await findBroken(`
      select ${column} from experts group by 1 having count(*) > 1`),
        ).toEqual([])
      expect(
        await findBroken("select order_id, message from proposals group by 1, 2 having count(*) > 1"),
      ).toEqual([])
    })
  })
}
