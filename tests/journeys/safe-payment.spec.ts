/**
 * An order that is paid in three parts, as its two people live it: one part sent back, a change in between,
 * and another order that both end half-way.
 */
import { type Page } from "@playwright/test"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import {
  createBegunSafeOrder,
  createChosenSafeOrder,
  createDisputedSafeOrder,
  createOpenOrder,
  createProposal,
} from "#app/areas/orders/fixtures.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"
import { createPhoto, openAnotherWindow, payHeldCharge, startEarly } from "../setup/paying.ts"

async function openOrder(page: Page, orderId: string): Promise<void> {
  await page.goto(`/orders/${orderId}`)
  await waitForHydration(page)
}

async function deliver(expert: Page, button: string): Promise<void> {
  await expert.getByRole("button", { name: button }).click()
  const sheet = expert.getByRole("dialog")
  await sheet.getByLabel("작업 후 사진 고르기").setInputFiles([await createPhoto("작업 후.jpg", 40)])
  await expect(sheet.locator("input[name='pictureIds[]']")).toHaveCount(1)
  await sheet.getByLabel("설명").fill("이 단계를 마쳤어요.")
  await sheet.getByRole("button", { name: "고객에게 보내기" }).click()
  await expect(expert.getByText("확인을 기다리고 있어요").first()).toBeVisible()
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "완료 확인하기" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "완료 확인하기" }).click()
}

test(
  "three parts are paid, one is sent back, a change comes in between",
  { tag: "@phone" },
  async ({ page, browser, signIn }) => {
    const { orderId, customer, expert: worker } = await createChosenSafeOrder()
    await signIn(page, customer)
    await openOrder(page, orderId)
    const expert = await openAnotherWindow(browser, page)
    await signIn(expert, worker)
    await openOrder(expert, orderId)
    await expect(expert.getByRole("heading", { name: /결제를 기다리고 있어요/ })).toBeVisible()
    await expectNoViolations(expert)

    await page.getByRole("link", { name: /결제하기/ }).click()
    await payHeldCharge(page)
    // The other's page moves on by itself.
    await startEarly(expert)
    await deliver(expert, "작업 결과 보내기")

    await expect(page.getByRole("heading", { name: /계약금.*결과를 확인/ })).toBeVisible()
    await expect(page.getByText("이 단계를 마쳤어요.").first()).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole("button", { name: "보완 요청하기" }).click()
    const complaint = page.getByRole("dialog")
    await complaint.getByLabel("보완할 내용").fill("창가 쪽 자재가 다른 색이에요.")
    await complaint.getByRole("button", { name: "보완 요청하기" }).click()
    await deliver(expert, "보완 결과 보내기")
    await expect(page.getByRole("button", { name: "완료 확인하기" })).toBeVisible()
    await confirm(page)
    await expect(page.getByRole("heading", { name: /다음은.*중도금/ })).toBeVisible()

    await expert.getByRole("button", { name: "추가 비용 요청" }).click()
    const change = expert.getByRole("dialog")
    await change.getByLabel("추가 작업").fill("곰팡이 제거")
    await change.getByLabel("추가 금액").fill("120000")
    await change.getByLabel("왜 필요한가요?").fill("벽지를 뜯어 보니 곰팡이가 있어요.")
    await change.getByRole("button", { name: "요청 보내기" }).click()
    await page.getByRole("button", { name: "수락하기" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "수락하기" }).click()
    await payHeldCharge(page)
    await deliver(expert, "작업 결과 보내기")
    await confirm(page)

    for (const part of ["중도금", "잔금"]) {
      await expert.getByRole("button", { name: "결제 부탁하기" }).click()
      await page.getByRole("link", { name: /결제하기/ }).click()
      await payHeldCharge(page)
      await deliver(expert, "작업 결과 보내기")
      await expect(page.getByRole("heading", { name: new RegExp(`${part}.*결과를 확인`) })).toBeVisible()
      await confirm(page)
    }
    await expect(page.getByRole("link", { name: "후기 쓰기" })).toBeVisible()
    await expect(page.getByRole("complementary").getByText("1,900,000원").last()).toBeVisible()
    await expectNoViolations(page)
    await expert.context().close()
  },
)

test(
  "both end an order half-way and divide what is held",
  { tag: "@phone" },
  async ({ page, browser, signIn }) => {
    const { orderId, customer, expert: worker } = await createBegunSafeOrder()
    await signIn(page, customer)
    await openOrder(page, orderId)
    await page.getByRole("button", { name: "그만두고 나눠 정산하기" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("전문가가 받을 금액").fill("999999")
    await dialog.getByLabel("이유").fill("이사 날짜가 바뀌었어요.")
    await dialog.getByRole("button", { name: "제안하기" }).click()
    await expect(page.getByText("보관 중인 금액보다 많아요.").first()).toBeVisible()
    await page.getByRole("dialog").getByLabel("전문가가 받을 금액").fill("78000")
    await page.getByRole("dialog").getByRole("button", { name: "제안하기" }).click()
    await expect(page.getByRole("heading", { name: /답을 기다리고/ })).toBeVisible()
    await expectNoViolations(page)

    const expert = await openAnotherWindow(browser, page)
    await signIn(expert, worker)
    await openOrder(expert, orderId)
    await expect(expert.getByText("전문가 78,000원 · 고객 환불 100,000원").first()).toBeVisible()
    await expectNoViolations(expert)
    await expert.getByRole("button", { name: "합의하기" }).click()
    await expert.getByRole("dialog").getByRole("button", { name: "합의하기" }).click()
    await expect(page.getByRole("heading", { name: "취소한 요청이에요" })).toBeVisible()
    await expect(page.getByText("전문가 78,000원 · 환불 100,000원").first()).toBeVisible()
    await expert.context().close()
  },
)

test("an expert divides the price themselves, and the sums are checked while they type", async ({
  page,
  signIn,
}) => {
  const worker = await createExpert()
  await signIn(page, worker)
  const customer = (await createChosenSafeOrder()).customer
  const orderId = await createOpenOrder(customer.actor)
  await createProposal((await createExpert()).actor, orderId)
  await page.goto(`/orders/${orderId}/propose`)
  await waitForHydration(page)
  await page.getByRole("button", { name: "미리보기", exact: true }).click()
  // The first that is missing is in sight, has the focus, and its edge tells so under a pointer, too.
  const name = page.getByLabel("항목 이름")
  await expect(name).toBeFocused()
  await expect(name).toBeInViewport()
  await name.hover()
  const readEdge = (label: string) =>
    page.getByLabel(label).evaluate((field) => getComputedStyle(field).boxShadow)
  await expect.poll(() => readEdge("항목 이름")).toBe(await readEdge("예상 작업 기간"))
  await name.fill("실크 도배")
  await page.getByLabel("단가").fill("2000000")
  await expect(page.getByText("계약금")).toBeVisible()
  await page.getByRole("button", { name: "단계를 직접 정하기" }).click()
  await expect(page.getByText("단계의 합이 2,000,000원으로 맞아요")).toBeVisible()
  await page.getByLabel("금액", { exact: true }).first().fill("300000")
  await expect(page.getByText("100,000원이 넘었어요")).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel("고객에게 한마디").fill("자재부터 보여 드릴게요.")
  await page.getByRole("button", { name: "미리보기", exact: true }).click()
  // All that is missing is said at once: nothing was promised for the expert.
  await expect(page.getByText("결제 단계의 합계가 견적 합계와 달라요.").first()).toBeVisible()
  for (const label of ["시작 가능일", "예상 작업 기간", "하자보수 기간", "견적 유효기간"])
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/입력해|골라/)
  const today = toKstDateString(new Date())
  await page.getByLabel("시작 가능일").fill(addDays(today, 3))
  await page.getByLabel("견적 유효기간").fill(addDays(today, 7))
  await page.getByLabel("예상 작업 기간").fill("3")
  await page.getByLabel("하자보수 기간").selectOption("12개월")
  await page.getByRole("button", { name: "합계에 맞춰 다시 나누기" }).click()
  await expect(page.getByText("단계의 합이 2,000,000원으로 맞아요")).toBeVisible()
  await page.getByRole("button", { name: "미리보기", exact: true }).click()
  await expect(page.getByRole("heading", { name: "이대로 보낼까요?" })).toBeVisible()
  await page.getByRole("button", { name: "견적서 보내기" }).click()
  await expect(page.getByText("견적서를 보냈어요").first()).toBeVisible()
})

test(
  "a dispute is divided as an administrator proposes and both accept",
  { tag: "@any-window" },
  async ({ page, browser, signIn }) => {
    const { orderId, customer, expert: worker } = await createDisputedSafeOrder()
    await signIn(page, customer)
    await openOrder(page, orderId)
    await expect(page.getByRole("heading", { name: "운영팀이 확인하고 있어요" })).toBeVisible()

    const office = await openAnotherWindow(browser, page)
    await signIn(office, await createPerson({ role: "admin" }))
    await office.goto(`/admin/orders/${orderId}`)
    await waitForHydration(office)
    await office.getByRole("button", { name: "조정안 내기" }).click()
    const dialog = office.getByRole("dialog")
    await dialog.getByLabel("전문가가 받을 금액").fill("9999999")
    await dialog.getByText("작업 완료").click()
    await dialog.getByLabel("이유").fill("도배는 끝났지만 문틀 주변은 다시 해야 해요.")
    await dialog.getByRole("button", { name: "보내기" }).click()
    await expect(dialog.getByText("보관 중인 금액보다 많아요.")).toBeVisible()
    await dialog.getByLabel("전문가가 받을 금액").fill("1500000")
    await dialog.getByRole("button", { name: "보내기" }).click()
    await expect(office.getByText("조정안을 냈어요").first()).toBeVisible()
    await expectNoViolations(office)

    const expert = await openAnotherWindow(browser, page)
    await signIn(expert, worker)
    await openOrder(expert, orderId)
    for (const window of [page, expert]) {
      await expect(window.getByRole("heading", { name: "조정안에 답해 주세요" })).toBeVisible()
      await expect(window.getByText("280,000원").first()).toBeVisible()
      await expectNoViolations(window)
      await window.getByRole("button", { name: "받아들이기" }).click()
      await window.getByRole("dialog").getByRole("button", { name: "받아들이기" }).click()
    }
    await expect(page.getByRole("link", { name: "후기 쓰기" })).toBeVisible()
    await expect(page.getByText("정한 대로 정산했어요.")).toBeVisible()
    await office.context().close()
    await expert.context().close()
  },
)
