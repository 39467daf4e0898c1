/** Inside a task a phone's header is the way back and the task's title, with no tabs and no footer below. */
import { beforeAll, expect, test } from "vitest"
import { withApp } from "../setup/app.ts"
import { createTestWorld, fillParams, type Role, type TestWorld } from "../setup/test-world.ts"

const app = withApp()
let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})

const TASKS: [path: string, role: Role, title: string][] = [
  ["/shopping/checkout?order=:pendingGroupId", "owner", "주문·결제"],
  ["/shopping/orders/:groupId/claim?line=:lineId&kind=return", "owner", "반품 신청"],
  ["/shopping/orders/:groupId/review?line=:lineId", "owner", "후기 쓰기"],
  ["/rating/:expertId?order=:completedOrderId", "owner", "후기"],
  ["/marketplace/:soldItemId/review", "seller", "거래 후기"],
  ["/my-info/profile", "owner", "프로필과 연락처"],
  ["/my-info/money/account", "owner", "받을 계좌"],
  ["/expert-dashboard/money/account", "expert", "받을 계좌"],
  ["/my/expert-public", "expert", "내 공개 페이지"],
  ["/marketplace/edit/:itemId", "seller", "물건 고치기"],
  ["/shop/edit/:productId", "seller", "상품 고치기"],
  ["/orders/:openOrderId/edit", "owner", "요청 내용 고치기"],
  ["/orders/:openOrderId/propose", "rival", "견적서"],
  ["/orders/:openOrderId/propose", "expert", "견적서 쓰기"],
  ["/contact", "owner", "문의하기"],
  ["/login/phone", "visitor", "휴대폰 번호로 로그인"],
  ["/login/find", "visitor", "아이디 찾기"],
  ["/forgot-password", "visitor", "비밀번호 재설정"],
  ["/jobs/seek/:seekId/offer", "owner", "일자리 제안"],
  ["/chat/search", "owner", "대화 찾기"],
  ["/report?kind=expert&id=:expertId", "owner", "신고하기"],
]

test.for(TASKS)("%s as %s: ‹ %s", async ([path, role, title]) => {
  const cookie = await world.signIn(role)
  const answer = await app.get(fillParams(world, path), cookie === undefined ? {} : { cookie })
  const html = await answer.text()
  const headers = html.match(/<header[^>]*[ "]md:hidden[\s\S]*?<\/header>/g) ?? []
  expect(headers).toHaveLength(1)
  expect(headers[0]).toMatch(new RegExp(`aria-label="뒤로"[\\s\\S]*<p[^>]*>${title}</p>`))
  expect(headers[0]?.match(/<a |<button /g)).toHaveLength(1)
  // The menu of the expert's desk belongs to its screens, not to a task among them.
  expect(html).not.toMatch(/<nav aria-label="전문가 메뉴" class="(?![^"]*max-md:hidden)/)
  expect(html).not.toContain('aria-label="하단 메뉴"')
  expect(html).toMatch(/<footer class="[^"]*\bmax-md:hidden\b/)
})

const DESK_TASKS: [path: string, title: string][] = [
  ["/shopping/admin/parcels", "송장 한꺼번에 올리기"],
  ["/shopping/admin/products/file", "상품 한꺼번에 올리기"],
  ["/shopping/admin/stock/file", "가격과 재고 한꺼번에 바꾸기"],
  ["/shopping/admin/discounts/:productId", "할인 정하기"],
]

test.for(DESK_TASKS)("%s, a task of a seller's desk: ‹ %s", async ([path, title]) => {
  const cookie = await world.signIn("seller")
  const html = await (await app.get(fillParams(world, path), cookie === undefined ? {} : { cookie })).text()
  const headers = html.match(/<header[^>]*[ "]md:hidden[\s\S]*?<\/header>/g) ?? []
  expect(headers).toHaveLength(1)
  expect(headers[0]).toMatch(new RegExp(`aria-label="뒤로"[\\s\\S]*<p[^>]*>${title}</p>`))
  // The desk's own bar and its menu are for wider windows.
  expect(html).toMatch(/<header class="[^"]*\bmax-md:hidden\b[^"]*\bmin-h-14\b/)
  expect(html).not.toContain("data-drawer=")
})

test("a request that is looked at from home has the way back and its kind as title", async () => {
  const html = await (await app.get(fillParams(world, "/requests/:openOrderId"))).text()
  const header = /<header[^>]*[ "]md:hidden[\s\S]*?<\/header>/.exec(html)?.[0]
  expect(header).toMatch(/aria-label="뒤로"[\s\S]*<p[^>]*>견적 요청<\/p>/)
})
