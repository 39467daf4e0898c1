/** Signs somebody new up as a person does, step by step. */
import { type Page } from "@playwright/test"
import type { ReceivedMail } from "../doubles/mail-server.ts"
import { expect, waitForHydration } from "./journey.ts"

const PASSWORD = "journey-1234!"

export async function signUp(
  page: Page,
  person: { kind: "일반회원" | "전문가"; email: string; name: string; phone: string },
) {
  await page.goto("/signup")
  await waitForHydration(page)
  await page.getByLabel("이메일").fill(person.email)
  await page.getByText(person.kind, { exact: true }).click()
  await page.getByRole("button", { name: "인증번호 받기" }).click()
  await expect(page.getByRole("heading", { name: "메일을 확인해 주세요", exact: true })).toBeVisible()
  if (process.env.JOURNEYS_MAILS)
    await page.goto(await findConfirmationLink(process.env.JOURNEYS_MAILS, person.email))
  else await followOutbox(page)
  const goOn = () => page.getByRole("button", { name: "다음", exact: true }).click()
  await expect(page.getByRole("heading", { name: "이름을 알려 주세요" })).toBeVisible()
  await waitForHydration(page)
  await page.getByLabel("이름", { exact: true }).fill(person.name)
  await goOn()
  await page.getByLabel("휴대폰 번호").fill(person.phone)
  await page.getByLabel("시·도").selectOption({ label: "서울특별시" })
  await page.getByLabel("시·군·구").selectOption({ label: "서초구" })
  await goOn()
  await page.getByLabel("비밀번호", { exact: true }).fill(PASSWORD)
  await goOn()
  for (const consent of ["이용약관", "개인정보 수집·이용", "만 14세 이상"]) {
    await page.getByRole("checkbox", { name: new RegExp(consent) }).check()
  }
  await page.getByRole("button", { name: "가입하기" }).click()
  // Signed in only when the answer is here.
  await page.waitForURL((url) => !url.pathname.startsWith("/signup"))
  // The steps are left behind by steps back, which a navigation in between would break off.
  await page.waitForFunction(() => window.navigation.canGoForward)
}

/** The mail is sent after the form is answered: it lies in the open outbox a moment later. */
async function followOutbox(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: /verify-email/ })
  await expect(async () => {
    await page.reload()
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  // The page has just been loaded anew: while it comes to life, a click may be lost.
  await waitForHydration(page)
  await link.click()
}

/** The link in the mail that `email` was sent, as the mail server at `mails` has it. */
async function findConfirmationLink(mails: string, email: string): Promise<string> {
  const links = async () => {
    const answer = await fetch(`${mails}/?${new URLSearchParams({ to: email })}`)
    const found = (await answer.json()) as ReceivedMail[]
    return found.flatMap((mail) => mail.text.match(/https?:\/\/\S*\/verify-email\S*/g) ?? [])
  }
  await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  return (await links())[0] ?? ""
}
