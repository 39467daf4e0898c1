/** Where somebody lives, chosen without scripts, and the lists that begin there. */
import { beforeAll, describe, expect, test } from "vitest"
import { sql } from "drizzle-orm"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  parseNeighbourhoodCookie,
  signNeighbourhood,
} from "#app/areas/accounts/neighbourhood-cookie.server.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenSeek } from "#app/areas/jobs/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"
import { findSetCookie } from "../setup/cookies.ts"
import { checksumAllTables } from "../setup/table-checksums.ts"

const app = withApp({ SHARED_MS: "5000" })

const readText = async (path: string, cookie = "") => (await app.get(path, { cookie })).text()
/** The cookie that an answer sets, as the browser sends it back. */
const cookieOf = (answer: Response) => findSetCookie(answer, "near=")
const near = (regionCode: string) => `near=${signNeighbourhood({ regionCode, range: "city" })}`

let seller: Person
beforeAll(async () => {
  seller = await createPerson()
  for (const [regionCode, title] of [
    ["26350", "해운대 파라솔"],
    ["41135", "분당 책장"],
    ["11740", "강동 자전거"],
    ["11710", "송파 식탁"],
    ["26350", "해운대 튜브"],
    ["26350", "동네장터 부산 파라솔"],
    ["11710", "동네장터 송파 의자"],
  ] as const)
    await createItemForSale(seller, { regionCode, title })
  registerSubjects()
  await app.drainEvents()
})

describe("a visitor", () => {
  test("is asked once, chooses without scripts, and keeps the choice in a signed cookie", async () => {
    expect(await readText("/marketplace")).toContain("어느 동네에 사세요?")
    const chosen = await app.post("/neighbourhood?returnTo=/marketplace", {
      intent: "choose",
      regionCode: "11710",
    })
    expect(chosen.status).toBe(302)
    expect(chosen.headers.get("Location")).toBe("/marketplace")
    const cookie = cookieOf(chosen)
    expect(parseNeighbourhoodCookie(cookie.slice(5))).toEqual({ regionCode: "11710", range: "city" })
    const list = await readText("/marketplace", cookie)
    expect(list).not.toContain("어느 동네에 사세요?")
    expect(list).toContain("송파구")
    const places = ["송파 식탁", "강동 자전거", "분당 책장"].map((title) => list.indexOf(title))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(list).not.toContain("해운대 튜브")
    expect(list).toContain("옆 동네 강동구")
    expect(list).toContain("분당구 · 14km")
    expect(list).toMatch(/가까운 물건은 여기까지예요 · .*range=all/s)
    const wider = await readText("/marketplace?range=all", cookie)
    expect(wider).toContain("해운대 튜브")
    expect(wider).not.toContain("여기까지예요")
  })

  test("who would rather not say is not asked again", async () => {
    const answer = await app.post("/neighbourhood?returnTo=/jobs/hire", { intent: "later" })
    expect(answer.headers.get("Location")).toBe("/jobs/hire")
    expect(await readText("/jobs/hire", cookieOf(answer))).not.toContain("어느 동네에 사세요?")
  })

  test("with a cookie that we did not sign is one who never chose", async () => {
    for (const cookie of ["near=11710.city.x", "near=11710.city", "near=99999.city.x", "near=%00", "near="])
      expect(await readText("/marketplace", cookie)).toContain("어느 동네에 사세요?")
    const signedForAnother = signNeighbourhood({ regionCode: "11710", range: "city" }).replace(
      "11710",
      "26350",
    )
    expect(await readText("/marketplace", `near=${signedForAnother}`)).toContain("어느 동네에 사세요?")
  })

  test("gets the page of their region from memory, and never another's", async () => {
    const [songpa, haeundae] = [near("11710"), near("26350")]
    await app.get("/marketplace", { cookie: songpa })
    const again = await app.get("/marketplace", { cookie: songpa })
    expect(again.headers.get("X-Cache")).toBe("HIT")
    expect(await again.text()).toContain("송파 식탁")
    const other = await app.get("/marketplace", { cookie: haeundae })
    expect(other.headers.get("X-Cache")).toBe("MISS")
    expect(await other.text()).not.toContain("송파 식탁")
    const plain = await app.get("/marketplace")
    expect(await plain.text()).toContain("어느 동네에 사세요?")
    const withForeign = await app.get("/marketplace", { cookie: `x=1; ${songpa}; near=11710.city.forged` })
    expect(withForeign.headers.get("X-Cache")).toBe("HIT")
  })
})

describe("a member", () => {
  test("sees near things first and changes where with one form", async () => {
    const person = await createPerson({ regionCode: "26350" })
    expect(await readText("/marketplace", person.cookie)).toContain("해운대 튜브")
    const moved = await app.post(
      "/neighbourhood?returnTo=/marketplace",
      { intent: "choose", regionCode: "11710", dong: "잠실동" },
      { cookie: person.cookie },
    )
    expect(moved.headers.get("Location")).toBe("/marketplace")
    const list = await readText("/marketplace", person.cookie)
    expect(list).toContain("송파 식탁")
    expect(list).not.toContain("해운대 튜브")
    const screen = await readText("/neighbourhood", person.cookie)
    expect(screen).toContain("서울 송파구 잠실동")
    expect(screen).toContain("부산 해운대구")
  })

  test("is told in a sentence what is wrong, and nothing is kept", async () => {
    const person = await createPerson({ regionCode: "11710" })
    const before = await checksumAllTables()
    const send = ({ at = "/neighbourhood", ...fields }: Record<string, string>) =>
      app.post(at, fields, { cookie: person.cookie })
    const place = { at: "/neighbourhood/check", regionCode: "11710", accuracyM: "20", consent: "on" }
    for (const [fields, status, sentence] of [
      [{ intent: "choose", regionCode: "99999" }, 400, "목록에서 다시 골라 주세요"],
      [{ intent: "choose", regionCode: "11" }, 400, "시·군·구까지 골라 주세요"],
      [{ intent: "choose" }, 400, "골라 주세요"],
      [{ intent: "range", range: "galaxy" }, 400, "골라 주세요"],
      [{ ...place, latitude: "35.68", longitude: "139.76" }, 409, "대한민국 밖의 위치예요"],
      [{ ...place, latitude: "35.16", longitude: "129.16" }, 409, "부산 해운대구에 계신 것 같아요"],
      [{ ...place, latitude: "here", longitude: "127.1" }, 400, "위치를 읽지 못했어요"],
      [{ ...place, latitude: "91", longitude: "127.1" }, 400, "위치를 읽지 못했어요"],
      [{ ...place, latitude: "37.513", longitude: "127.1", consent: "" }, 400, "위치 확인에 동의해 주세요"],
      [{ intent: "nothing" }, 400, "무엇을 하려는지 알 수 없어요"],
    ] as const) {
      const answer = await send(fields)
      expect([fields, answer.status]).toEqual([fields, status])
      expect(await answer.text()).toContain(sentence)
    }
    expect(await checksumAllTables()).toEqual(before)
  })

  test("leaves no trace of where they are in any table", async () => {
    const person = await createPerson({ regionCode: "11710" })
    const answer = await app.post(
      "/neighbourhood/check",
      { regionCode: "11710", latitude: "37.512345", longitude: "127.106789", accuracyM: "20", consent: "on" },
      { cookie: person.cookie },
    )
    expect(answer.headers.get("Location")).toBe("/neighbourhood")
    const tables = await db().execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
    expect(tables.length).toBeGreaterThan(50)
    const holding: string[] = []
    for (const { name } of tables) {
      const [found] = await db().execute<{ rows: number }>(
        sql`select count(*)::int as rows from ${sql.identifier(name)} as stored
          where stored::text ~ '37[.]512|127[.]106'`,
      )
      if (found?.rows !== 0) holding.push(name)
    }
    expect(holding).toEqual([])
  })

  test("may be asked for their place on three screens alone, each a document of its own", async () => {
    const person = await createPerson({ regionCode: "11710" })
    const policyOf = async (path: string) =>
      (await app.get(path, { cookie: person.cookie })).headers.get("Permissions-Policy")
    const id = "01900000-0000-7000-8000-000000000000"
    for (const path of ["/neighbourhood/check", `/jobs/applications/${id}/work`, `/jobs/hire/${id}/site`])
      expect([path, await policyOf(path)]).toEqual([path, "camera=(), microphone=(), geolocation=(self)"])
    for (const path of [
      "/",
      "/neighbourhood",
      "/neighbourhood/check/more",
      "/marketplace",
      "/map/items?region=11710",
      "/chat",
      `/jobs/hire/${id}`,
      "/neighbourhood/check.data",
      "/postcode",
    ])
      expect([path, await policyOf(path)]).toEqual([path, "camera=(), microphone=(), geolocation=()"])
    expect(await readText("/neighbourhood", person.cookie)).toContain('<a href="/neighbourhood/check"')
  })

  test("who was found at home has a badge beside what they sell", async () => {
    const person = await createPerson({ regionCode: "11710" })
    const itemId = await createItemForSale(person, { regionCode: "11710", title: "잠실 선풍기" })
    const answer = await app.post(
      "/neighbourhood/check",
      {
        regionCode: "11710",
        latitude: "37.513",
        longitude: "127.1",
        accuracyM: "20",
        consent: "on",
      },
      { cookie: person.cookie },
    )
    expect(answer.headers.get("Location")).toBe("/neighbourhood")
    expect(await readText(`/marketplace/${itemId}`)).toMatch(/송파구 · \d{1,2}월 인증/)
    expect(await readText(`/marketplace/seller/${person.actor.userId}`)).toMatch(/송파구 · \d{1,2}월 인증/)
    expect(await readText(`/marketplace/seller/${seller.actor.userId}`)).not.toMatch(/구 · \d{1,2}월 인증/)
    const seekId = await createOpenSeek(person.actor)
    expect(await readText(`/jobs/seek/${seekId}`)).toMatch(/송파구 · \d{1,2}월 인증/)
    const { expertId } = await createExpert()
    expect(await readText(`/expert/${expertId}`)).not.toMatch(/구 · \d{1,2}월 인증/)
    await db().execute(sql`insert into neighbourhoods (user_id, region_code, range, chosen_at, checked_at)
      values (${expertId}::uuid, '26350', 'city', now(), now())`)
    expect(await readText(`/expert/${expertId}?checked`)).toMatch(/해운대구 · \d{1,2}월 인증/)
    await db().execute(sql`update neighbourhoods set checked_at = now() - interval '31 days'`)
    expect(await readText(`/jobs/seek/${seekId}?later`)).not.toContain("월 인증")
    expect(await readText(`/marketplace/seller/${person.actor.userId}`)).not.toContain("월 인증")
  })
})

describe("a search", () => {
  test("begins with what is near, says so, and shows the country alike where that is asked for", async () => {
    const songpa = near("11710")
    const page = await readText("/search?q=동네장터&type=marketplace", songpa)
    expect(page).toContain("송파구에서 가까운 것부터 보여 드려요")
    expect(page).toContain("가까운 결과는 여기까지예요")
    const inOrder = (text: string) => text.indexOf("동네장터 송파") < text.indexOf("동네장터 부산")
    expect(inOrder(page)).toBe(true)
    expect(inOrder(await readText("/search?q=동네장터&type=marketplace", near("26350")))).toBe(false)
    const alike = await readText("/search?q=동네장터&type=marketplace&region=all", songpa)
    expect(alike).not.toContain("가까운 것부터 보여 드려요")
    expect(alike).toContain("전국 해제")
    expect(await readText("/search?q=동네장터&type=marketplace&region=99999", songpa)).toContain(
      "송파구에서 가까운 것부터",
    )
  })
})

describe("a search that finds nothing near", () => {
  const inJeju = () => near("50110")

  test("says so and leads farther, in a tab and in all of them", async () => {
    for (const path of ["/search?q=동네장터&type=marketplace", "/search?q=동네장터"]) {
      const page = await readText(path, inJeju())
      expect(page).toMatch(/제주시 가까이에는 없어요 · <a[^>]* href="[^"]*region=all[^"]*"[^>]*>더 넓게 보기/)
      expect(page).not.toContain("가까운 것부터 보여 드려요")
      expect(page).toContain("동네장터 송파 의자")
    }
    const wider = await readText("/search?q=동네장터&type=marketplace&region=all", inJeju())
    expect(wider).not.toContain("가까이에는 없어요")
    expect(wider).toContain("동네장터 송파 의자")
  })

  test("leads to an alert for its words, which the form then has", async () => {
    const found = await readText("/search?q=동네장터&type=marketplace")
    expect(found).toContain(`/my-info/keywords?keyword=${encodeURIComponent("동네장터")}`)
    const nothing = await readText("/search?q=없는물건&type=marketplace")
    expect(nothing).toContain(`/my-info/keywords?keyword=${encodeURIComponent("없는물건")}`)
    expect(nothing).not.toContain("/my-info/job-alerts?keyword=")
    expect(await readText("/search?q=없는물건")).toContain(
      `/my-info/job-alerts?keyword=${encodeURIComponent("없는물건")}`,
    )
    expect(await readText("/search?q=ㄷㅂ&type=marketplace")).not.toContain("/my-info/keywords?keyword=")
    const { cookie } = await createPerson({ regionCode: "11710" })
    for (const path of ["/my-info/keywords", "/my-info/job-alerts"]) {
      const form = await readText(`${path}?keyword=원목%20식탁`, cookie)
      expect(form).toMatch(/<input[^>]*name="keyword"[^>]*value="원목 식탁"/)
      expect(await readText(`${path}?keyword=%00`, cookie)).toMatch(/<input[^>]*name="keyword"/)
    }
  })
})

describe("the home screen", () => {
  const linksTo = (page: string, address: string) =>
    [...page.matchAll(/href="([^"]*)"/g)].filter(([, link]) => link === address).length

  test("begins with what is near, and leads to another place and to the lists by distance", async () => {
    const page = await readText("/", near("11710"))
    const places = ["송파 식탁", "강동 자전거", "분당 책장", "해운대 튜브"].map((title) =>
      page.indexOf(title),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(page).toContain("가까운 것부터예요")
    expect(linksTo(page, "/neighbourhood?returnTo=%2F")).toBeGreaterThanOrEqual(2)
    expect(linksTo(page, "/marketplace?sort=near")).toBe(1)
    const list = await readText("/marketplace?sort=near", near("11710"))
    expect(list.indexOf("강동 자전거")).toBeLessThan(list.indexOf("분당 책장"))
    const { cookie } = await createPerson({ regionCode: "26350" })
    const own = await readText("/", cookie)
    expect(own.indexOf("해운대 튜브")).toBeLessThan(own.indexOf("송파 식탁"))
    const inJeju = await readText("/", near("50110"))
    expect(inJeju).toContain("가까이에는 아직 없어요")
    expect(inJeju).not.toContain("가까운 것부터예요")
    expect(linksTo(own, "/neighbourhood?returnTo=%2F")).toBeGreaterThanOrEqual(2)
  })

  test("leads whoever never chose to the choice, and to no list by distance", async () => {
    const page = await readText("/")
    expect(linksTo(page, "/neighbourhood?returnTo=%2F")).toBeGreaterThanOrEqual(1)
    expect(page).toContain("동네 고르기")
    expect(page).not.toContain("sort=near")
  })
})

describe("a list of a region", () => {
  test("has one address, which the sitemap names and others point to", async () => {
    const page = await readText("/marketplace/region/11710/furniture")
    expect(page).toContain(
      '<link rel="canonical" href="http://localhost:3000/marketplace/region/11710/furniture"',
    )
    expect(page).toContain("송파 식탁")
    const old = await readText("/marketplace?region=11710&category=furniture")
    expect(old).toContain('href="http://localhost:3000/marketplace/region/11710/furniture"')
    const sitemap = await readText("/sitemaps/regions.xml")
    expect(sitemap).toContain("http://localhost:3000/marketplace/region/11710</loc>")
    expect(sitemap).toContain("http://localhost:3000/marketplace/region/11710/furniture</loc>")
    expect(sitemap).not.toContain("region/11110")
    expect(await readText("/sitemap.xml")).toContain("/sitemaps/regions.xml")
  })

  test.each([
    "/marketplace/region/99999",
    "/marketplace/region/all",
    "/marketplace/region/11710/nothing",
    "/jobs/hire/region/x",
    "/experts/region/11710/x",
    "/map/nothing",
  ])("%s is not there", async (path) => {
    expect((await app.get(path)).status).toBe(404)
  })
})

describe("a map", () => {
  test("shows the regions around with how much there is in each, and leads to their lists", async () => {
    const page = await readText("/map/items?region=11710")
    expect(page).toContain('href="/marketplace/region/11710"')
    expect(page).toMatch(/>송파구<\/span><span[^>]*>\d+개<\/span><\/a>/)
    expect(page).toMatch(
      />강동구<\/span><span[^>]*>1개<\/span><span class="sr-only">, 옆 동네 강동구<\/span>/,
    )
    expect(page).not.toContain("kakao.com/v2")
    const csp = (await app.get("/map/items?region=11710")).headers.get("Content-Security-Policy")
    expect(csp).not.toContain("kakao")
  })

  test("asks where somebody lives who never said", async () => {
    const answer = await app.get("/map/jobs")
    expect(answer.headers.get("Location")).toBe("/neighbourhood?returnTo=%2Fmap%2Fjobs")
  })

  test("lets another company's scripts in where a key is set, and on no other page", async () => {
    app.set({ KAKAO_JS_KEY: "0123456789abcdef0123456789abcdef" })
    const policyOf = async (path: string) => (await app.get(path)).headers.get("Content-Security-Policy")
    expect(await policyOf("/map/items?region=11710")).toContain("https://dapi.kakao.com")
    expect(await policyOf("/marketplace")).not.toContain("dapi.kakao.com")
    app.set({})
  })
})

test("lists and maps ask at most six queries", async () => {
  const person = await createPerson({ regionCode: "11710" })
  for (const path of [
    "/marketplace",
    "/marketplace?sort=near&range=all",
    "/marketplace?category=pets",
    "/jobs/hire",
    "/jobs/seek",
    "/experts",
    "/",
    "/map/experts",
    "/neighbourhood",
  ]) {
    const answer = await app.get(path, { cookie: person.cookie })
    expect([path, answer.status]).toEqual([path, 200])
    expect([path, Number(answer.headers.get("X-Queries")) <= 6]).toEqual([path, true])
  }
})
