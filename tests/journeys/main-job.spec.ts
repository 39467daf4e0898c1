/**
 * The main job, as three people live it: a customer asks, experts propose, one is chosen, the work is done
 * and rated.
 */
import { type Page } from "@playwright/test"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { sendProposal } from "#app/areas/orders/service/proposals.server.ts"
import { nextBusinessNumber } from "#app/areas/experts/fixtures.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"
import { createPhoto, openAnotherWindow, payHeldCharge, startEarly } from "../setup/paying.ts"
import { signUp } from "../setup/sign-up.ts"

const today = toKstDateString(new Date())

async function ask(page: Page) {
  await page.goto("/category/repair")
  await waitForHydration(page)
  await page
    .getByRole("link", { name: /누수·배관/ })
    .first()
    .click()
  // Every further question of the service, whichever they are; a tapped answer leads on by itself.
  const heading = page.getByRole("heading", { level: 1 })
  const common = /^(어디에서 작업하나요|언제 하면 좋을까요)/
  await expect(page).toHaveURL(/step=/)
  for (let asked = 0; asked < 8 && !common.test(await heading.innerText()); asked += 1) {
    await waitForHydration(page)
    // The address changes a moment before the screen: a question has something to answer with.
    await page
      .locator("main input[type=radio], main input[type=checkbox], button[form=skip]")
      .first()
      .waitFor({ state: "attached" })
    const question = await heading.innerText()
    const radio = page.locator("main input[type=radio]").first()
    const box = page.locator("main input[type=checkbox]").first()
    if (await radio.count()) await radio.click()
    else if (await box.count()) {
      await box.check()
      await page.getByRole("button", { name: "다음" }).click()
    } else await page.locator("button[form=skip]").first().click()
    await expect(heading).not.toHaveText(question)
  }
  await expect(heading).toHaveText("어디에서 작업하나요?")
  await expectNoViolations(page)
  await page.getByRole("button", { name: "다음" }).click()
  await expect(heading).toHaveText("언제 하면 좋을까요?")
  await page.locator("input[name=schedule][value=soon]").click()
  await expect(heading).toHaveText("예산은 얼마쯤 생각하세요?")
  await page.getByLabel("예산").fill("300000")
  await expectNoViolations(page)
  await page.getByRole("button", { name: "다음" }).click()
  await expect(heading).toHaveText("현장 사진을 올려 주세요")
  await waitForHydration(page)
  await page
    .getByLabel("현장 사진 고르기")
    .setInputFiles([await createPhoto("싱크대.jpg", 90), await createPhoto("바닥.jpg", 200)])
  await expect(page.getByText("2/10")).toBeVisible()
  await expect(page.locator("input[name='pictureIds[]']")).toHaveCount(2)
  await expectNoViolations(page)
  await page.getByRole("button", { name: "다음" }).click()
  await expect(heading).toHaveText("더 알려 주실 것이 있나요?")
  await page.getByLabel("자세한 설명").fill("어제부터 싱크대 아래로 물이 조금씩 떨어져요.")
  await page.getByLabel("요청 제목").fill("싱크대 아래 누수를 고쳐 주세요")
  await page.getByRole("button", { name: "다음" }).click()
  await expect(heading).toHaveText("이대로 요청할까요?")
  // At the end, where the docked button lies over no row.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expectNoViolations(page)
  await page.getByRole("button", { name: "무료로 견적 받기" }).click()
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/)
  await expect(page.getByText("견적 요청을 올렸어요").first()).toBeVisible()
  const order = new URL(page.url()).pathname
  // Back leads to where one came from, not into an empty form.
  const findPrevious = () => navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  await expect.poll(() => page.evaluate(findPrevious)).toMatch(/\/category\/repair$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/category\/repair$/)
  await page.goForward()
  await expect(page).toHaveURL(new RegExp(`${order}$`))
  return order
}

async function register(page: Page, name: string) {
  await page.goto("/expert-registration")
  const heading = page.getByRole("heading", { level: 1 })
  const next = () => page.getByRole("button", { name: "다음" }).last().click()
  await waitForHydration(page)
  await page.locator("input[name='categories[]'][value=repair]").check()
  await next()
  await expect(heading).toHaveText("어디에서 일하세요?")
  await page.getByRole("button", { name: "서울 전체", exact: true }).click()
  await next()
  await expect(heading).toHaveText("고객에게 어떻게 보일까요?")
  await page.getByLabel("활동명").fill(name)
  await page.getByLabel("한 줄 소개").fill("물 새는 곳을 한 번에 찾아 드려요")
  await next()
  await expect(heading).toHaveText("어떤 전문가인지 소개해 주세요")
  await page
    .getByLabel("소개")
    .fill(
      "열두 해 동안 누수만 봐 왔어요. 벽을 뜯기 전에 장비로 먼저 찾고, 고친 뒤에는 일주일 뒤에 다시 들러요.",
    )
  await next()
  await expect(heading).toHaveText("경력은 몇 년인가요?")
  await page.getByLabel("경력").fill("12")
  await next()
  await expect(heading).toHaveText("사업자 정보를 알려 주세요")
  await page.getByLabel("사업자등록번호").fill("123-45-67890")
  await page.getByLabel("상호").fill("바른누수")
  await page.getByLabel("대표자 이름").fill(name)
  await next()
  await expect(page.getByLabel("사업자등록번호")).toHaveAttribute("aria-invalid", "true")
  await expect(page.getByLabel("상호")).toHaveValue("바른누수")
  await page.getByLabel("사업자등록번호").fill(nextBusinessNumber())
  await next()
  for (const question of ["작업별 시작 금액이 있나요?", "자격증이 있나요?", "해 온 작업을 보여 주세요"]) {
    await expect(heading).toHaveText(question)
    await expectNoViolations(page)
    await page.getByRole("button", { name: "건너뛰기" }).click()
  }
  await expect(heading).toHaveText("이대로 신청할까요?")
  await expectNoViolations(page)
  for (const consent of await page.getByRole("checkbox").all()) await consent.check()
  await page.getByRole("button", { name: "심사 신청하기" }).click()
  await expect(page).toHaveURL(/\/expert-dashboard$/)
}

async function approve(page: Page, name: string) {
  await page.goto("/admin")
  await waitForHydration(page)
  await page.goto("/admin/experts")
  await waitForHydration(page)
  await page
    .getByRole("link", { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible()
  await waitForHydration(page)
  await expectNoViolations(page)
  await page.getByRole("button", { name: "심사 시작하기" }).click()
  await page.getByRole("button", { name: "승인하기" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "승인하기" }).click()
  await expect(page.getByText("승인 완료").first()).toBeVisible()
}

async function propose(page: Page, order: string) {
  await page.goto("/expert-dashboard")
  await waitForHydration(page)
  await page.goto(`${order}/propose`)
  await waitForHydration(page)
  await page.getByLabel("항목 이름").fill("배관 연결부 교체")
  await page.getByLabel("단가").fill("180000")
  await page
    .getByText("자재비", { exact: true })
    .or(page.locator("input[name='included[]']").locator(".."))
    .first()
    .click()
  await page.getByLabel("시작 가능일").fill(addDays(today, 3))
  await page.getByLabel("예상 작업 기간").fill("1")
  await page.getByLabel("하자보수 기간").selectOption("12개월")
  await page.getByLabel("견적 유효기간").fill(addDays(today, 7))
  await page.getByLabel("고객에게 한마디").fill("오늘 저녁에도 갈 수 있어요. 장비로 먼저 찾고 시작할게요.")
  await page.getByRole("button", { name: "미리보기" }).last().click()
  await expect(page.getByRole("heading", { name: "이대로 보낼까요?" })).toBeVisible()
  await expect(page.getByText("180,000원").first()).toBeVisible()
  await page.getByRole("button", { name: "견적서 보내기" }).click()
  await expect(page.getByText("견적서를 보냈어요").first()).toBeVisible()
}

// On a desktop's window it is tried as in production (playwright.production.config.ts).
test(
  "a customer compares three proposals, chooses one, confirms the work and rates it",
  { tag: "@phone" },
  async ({ page, browser, isMobile, signInAsAdmin }) => {
    test.setTimeout(300_000)
    const mark = `${Date.now().toString(36)}${isMobile ? "p" : "d"}`
    const expertName = `누수 ${mark.slice(-6)}`
    await page.goto("/")
    await waitForHydration(page)

    await signUp(page, {
      kind: "일반회원",
      email: `customer-${mark}@example.kr`,
      name: "박서연",
      phone: "010-2345-6789",
    })
    const order = await ask(page)
    await expectNoViolations(page)

    const expert = await openAnotherWindow(browser, page)
    await signUp(expert, {
      kind: "전문가",
      email: `expert-${mark}@example.kr`,
      name: "김누수",
      phone: "010-3456-7890",
    })
    await expect(expert).toHaveURL(/\/expert-dashboard$/)
    await register(expert, expertName)

    const admin = await openAnotherWindow(browser, page)
    await admin.goto("/login")
    await signInAsAdmin(admin)
    await approve(admin, expertName)
    await admin.context().close()
    await propose(expert, order)

    // Two rivals send theirs as well.
    const orderId = order.split("/").at(-1) ?? ""
    for (const [unitPriceWon, excluded] of [
      [165_000, []],
      [210_000, ["천장 마감"]],
    ] as const) {
      const rival = await createExpert({ name: `이웃 ${unitPriceWon}`, regions: ["11"] })
      const sent = await sendProposal(rival.actor, orderId, {
        lines: [{ name: "누수 수리", quantity: 1, unit: "식", unitPriceWon }],
        included: ["자재", "출장비"],
        excluded: [...excluded],
        extraChargeRule: "",
        validUntil: addDays(today, 7),
        earliestStart: addDays(today, 2),
        days: 2,
        warrantyMonths: 6,
        siteVisitNeeded: false,
        siteVisitFeeWon: 0,
        plan: [],
        message: "꼼꼼하게 봐 드릴게요.",
      })
      expect(sent).toMatchObject({ ok: true })
    }

    await page.goto(`${order}/proposals`)
    await waitForHydration(page)
    await expectNoViolations(page)
    await expect(page.getByRole("heading", { name: "받은 견적 3개를 비교해 보세요" })).toBeVisible()
    if (isMobile) {
      await page.getByRole("button", { name: /비교하기/ }).click()
      await expectNoViolations(page)
      await page.keyboard.press("Escape")
      await page
        .locator("article, li")
        .filter({ hasText: expertName })
        .getByRole("link", { name: "선택하기" })
        .first()
        .click()
    } else {
      await page
        .getByRole("link", { name: new RegExp(`${expertName}.*(고르기|선택)`) })
        .or(page.getByRole("columnheader").filter({ hasText: expertName }).getByRole("link"))
        .first()
        .click()
      // Pressed a moment too early the button asks about the one that was picked before.
      await expect(page.locator("[data-sticky-bar] p").filter({ hasText: "고른 견적" })).toContainText(
        expertName,
      )
      await page.getByRole("button", { name: "이 견적 선택하기" }).click()
    }
    const choose = page.getByRole("dialog")
    await expect(choose.getByRole("heading")).toContainText(expertName)
    await choose.getByLabel("작업할 주소").fill("서울 서초구 서초대로 1, 101동 1001호")
    await choose.getByLabel("연락처").fill("010-2345-6789")
    await choose.getByRole("checkbox").check()
    await choose.getByRole("button", { name: "선택하기" }).click()
    await expect(page.getByText("전문가를 선택했어요").first()).toBeVisible()
    await payHeldCharge(page)
    await expectNoViolations(page)

    await expert.goto(order)
    await waitForHydration(expert)
    await expect(expert.getByText("서초대로 1").first()).toBeVisible()
    await expectNoViolations(expert)
    await startEarly(expert)
    await expert.getByRole("button", { name: "작업 결과 보내기" }).click()
    const deliver = expert.getByRole("dialog")
    // On a wide window a sheet is a dialog in the middle, whatever row its button stands in.
    expect((await deliver.boundingBox())?.width).toBeLessThanOrEqual(480)
    await deliver.getByLabel("작업 후 사진 고르기").setInputFiles([await createPhoto("고친 뒤.jpg", 40)])
    await expect(deliver.locator("input[name='pictureIds[]']")).toHaveCount(1)
    await deliver.getByRole("button", { name: "고객에게 보내기" }).click()
    await expect(expert.getByText("확인을 기다리고 있어요").first()).toBeVisible()

    await page.goto(order)
    await waitForHydration(page)
    await expectNoViolations(page)
    await page.getByRole("button", { name: "완료 확인하기" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "완료 확인하기" }).click()
    await page.getByRole("link", { name: "후기 쓰기" }).click()
    await expect(page).toHaveURL(/\/rating\//)
    await waitForHydration(page)
    await expectNoViolations(page)
    for (const field of ["rating", "finish", "priceMatch", "punctuality", "kindness"])
      await page.locator(`input[name=${field}][value="5"]`).check()
    const words = `전화하자마자 와서 한 번에 고쳐 주셨어요. ${mark}`
    await page.getByLabel("후기", { exact: true }).fill(words)
    await page.getByRole("button", { name: /후기.*(남기기|올리기|보내기)/ }).click()
    await expect(page.getByText("공개 전").first()).toBeVisible()
    const expertPage = /\/rating\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ""

    await expert.goto(order)
    await waitForHydration(expert)
    await expert.getByRole("button", { name: "고객 평가하기" }).click()
    await expert.locator("dialog input[name=rating][value='5']").check()
    await expert.getByRole("dialog").getByRole("button", { name: "평가 남기기" }).click()
    await expect(expert.getByText("고객 평가를 남겨 주셔서 고마워요").first()).toBeVisible()

    await page.goto(`/expert/${expertPage}`)
    await waitForHydration(page)
    await expect(page.getByText(words).first()).toBeVisible()
    await expert.context().close()
  },
)
