/**
 * The company's data: the demo town's own stand on its screens; elsewhere nothing is invented, and admins are
 * told what is missing.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { createPerson, createSecondFactor } from "#app/areas/accounts/fixtures.ts"
import { withApp } from "../setup/app.ts"
import { SERVICES_OFF } from "../setup/services-off.ts"
import { toCookieOptions, getPageText } from "../setup/shop-requests.ts"

const INVENTED = [
  "(주)바로일당",
  "주식회사 바로일당",
  "한바로",
  "반포대로",
  "baroildang.example",
  "1588-0000",
  "120-81-47521",
  "0412호",
  "0087호",
  "이도윤",
]
const PAGES = [
  "/",
  "/shopping",
  "/about",
  "/terms",
  "/privacy",
  "/support",
  "/contact",
  "/careers",
  "/login",
  "/no-such-page",
  "/signup",
]
const inventedIn = (text: string) => INVENTED.filter((word) => text.includes(word))

describe("in the demo town", () => {
  const app = withApp()

  test("every page names the invented company, as a real one would", async () => {
    const page = await getPageText(app.get("/"))
    for (const word of [
      "(주)바로일당",
      "대표 한바로",
      "사업자등록번호 120-81-47521",
      "1588-0000",
      "사업자정보확인",
    ])
      expect(page).toContain(word)
    expect(await getPageText(app.get("/privacy"))).toContain(
      "책임자: 이도윤 · 이메일 help@baroildang.example · 전화 1588-0000",
    )
    const admin = await createPerson({ role: "admin" })
    expect(await getPageText(app.get("/admin", toCookieOptions(admin)))).not.toContain(
      "회사 정보를 넣어 주세요",
    )
  })
})

describe("in production", () => {
  const app = withApp({
    APP_ENV: "production",
    PRODUCTION_ORIGIN: "https://ours.kr",
    DEMO: "0",
    ...SERVICES_OFF,
    SHARED_MS: "0",
  })

  test("an administrator without a second factor is led to set one up first", async () => {
    const admin = await createPerson({ role: "admin" })
    const answer = await app.get("/admin", toCookieOptions(admin))
    expect(answer.headers.get("Location")).toBe("/my-info/second-factor")
    const page = await getPageText(app.get("/my-info/second-factor", toCookieOptions(admin)))
    expect(page).toContain("관리자 화면은 2단계 인증을 켜거나 패스키로 로그인한 뒤에 열려요")
  })

  test("no invented company data on any page or script; admins are asked for the real ones", async () => {
    for (const path of PAGES) expect([path, inventedIn(await getPageText(app.get(path)))]).toEqual([path, []])
    const assets = join(import.meta.dirname, "../../build/client/assets")
    for (const file of readdirSync(assets).filter((name) => name.endsWith(".js"))) {
      expect([file, inventedIn(readFileSync(join(assets, file), "utf8"))]).toEqual([file, []])
    }
    const home = await getPageText(app.get("/"))
    for (const label of [
      "사업자등록번호",
      "통신판매업 신고",
      "사업자정보확인",
      'href="tel:"',
      'href="mailto:',
    ])
      expect(home).not.toContain(label)
    expect(await getPageText(app.get("/privacy"))).toContain('<a href="/contact">문의하기</a>로 알려 주세요')

    const admin = await createPerson({ role: "admin" })
    await createSecondFactor(admin.actor.userId)
    expect(await getPageText(app.get("/admin", toCookieOptions(admin)))).toContain("회사 정보를 넣어 주세요")
    expect(await getPageText(app.get("/admin/settings", toCookieOptions(admin)))).toContain(
      "아직 회사 정보가 없어요",
    )
    const company = {
      intent: "company",
      version: "0",
      name: "(주)우리집",
      representative: "김우리",
      address: "서울특별시 중구 세종대로 110",
      email: "help@ours.kr",
      supportPhone: "02-120-0000",
      businessNumber: "1208147521",
      mailOrderNumber: "제2026-서울중구-1호",
      jobInformationNumber: "서울청 제2026-1호",
      hosting: "(주)우리집",
      privacyOfficer: "박우리",
    }
    expect((await app.post("/admin/settings", company, toCookieOptions(admin))).status).toBe(302)
    expect(await getPageText(app.get("/admin", toCookieOptions(admin)))).not.toContain(
      "회사 정보를 넣어 주세요",
    )
    expect(await getPageText(app.get("/terms"))).toContain("이 약관은 (주)우리집(이하 “회사”)")
    expect(await getPageText(app.get("/privacy"))).toContain(
      "책임자: 박우리 · 이메일 help@ours.kr · 전화 02-120-0000",
    )
    expect(await getPageText(app.get("/about"))).toContain("대표 김우리")
  })
})
