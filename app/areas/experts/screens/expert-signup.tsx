import {
  BadgeCheck,
  CalendarCheck,
  ClipboardPen,
  MessageSquareText,
  ReceiptText,
  Wallet,
} from "#app/ui/icons.tsx"
import { Link, redirect, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { AreaArt } from "#app/ui/art/art.tsx"
import { Page } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { getActor } from "../../accounts/guards.server.ts"
import { isExpert } from "../../accounts/rules.ts"
import { canReapply, EXPERT_STATE_LABELS } from "../rules.ts"
import { findOwnApplicationState } from "../service/application-queries.server.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/expert-signup"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (isExpert(actor)) throw redirect(href("/expert-dashboard"))
  if (actor.kind === "visitor")
    return { signedIn: false, pendingState: null, origin: getBaseUrl(request.url) }
  const applicationState = await findOwnApplicationState(actor)
  return {
    signedIn: true,
    pendingState: applicationState && !canReapply(applicationState.state) ? applicationState.state : null,
    origin: getBaseUrl(request.url),
  }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf("전문가로 시작하기") },
  ...(view
    ? buildShareMeta({
        origin: view.origin,
        path: href("/expert-signup"),
        name: "전문가로 시작하기",
        description:
          "동네 견적 요청을 받고, 견적서를 보내고, 일한 만큼 벌어 보세요. 등록과 견적 보내기는 무료예요.",
      })
    : []),
]

const BENEFITS = [
  { icon: ReceiptText, title: "견적은 무료로", text: "요청을 보고 견적서를 보내는 데 돈이 들지 않아요." },
  { icon: CalendarCheck, title: "내 지역, 내 분야만", text: "고른 지역과 분야의 요청을 먼저 보여 드려요." },
  {
    icon: Wallet,
    title: "약속한 금액 그대로",
    text: "추가 작업은 고객이 수락한 만큼만 더해져요. 서로 기록이 남아요.",
  },
  {
    icon: MessageSquareText,
    title: "쌓이는 후기",
    text: "작업을 마친 고객만 후기를 쓸 수 있어 믿을 수 있어요.",
  },
] as const
const STEPS = [
  { icon: ClipboardPen, title: "등록 신청", text: "분야와 지역, 사업자 정보를 알려 주세요. 5분이면 돼요." },
  { icon: BadgeCheck, title: "심사", text: "담당자가 서류를 확인해요. 보통 1~2영업일 걸려요." },
  { icon: ReceiptText, title: "견적 보내기", text: "승인되면 바로 요청을 보고 견적서를 보낼 수 있어요." },
] as const

export default function ExpertSignup({ loaderData: { signedIn, pendingState } }: Route.ComponentProps) {
  const action = pendingState
    ? { href: href("/expert-registration"), label: `등록 상태 보기 · ${EXPERT_STATE_LABELS[pendingState]}` }
    : signedIn
      ? { href: href("/expert-registration"), label: "전문가 등록 시작하기" }
      : { href: `${href("/signup")}?type=expert`, label: "전문가로 가입하기" }
  return (
    <div data-ground="white">
      <Page>
        <div className="grid items-center gap-6 pt-8 md:grid-cols-[1fr_auto] md:pt-16">
          <div>
            <h1 className="text-2xl font-bold md:text-3xl">
              일 잘하는 이웃에게
              <br />
              일이 찾아가요
            </h1>
            <p className="mt-3 max-w-[30rem] text-base text-ink-2">
              우리 동네 견적 요청을 모아 보고, 견적서를 보내고, 일한 만큼 벌어 보세요. 등록과 견적 보내기는
              무료예요.
            </p>
            <div className="mt-7 hidden gap-2 md:flex">
              <Link to={action.href} className="btn btn-primary btn-lg px-8">
                {action.label}
              </Link>
              {signedIn ? null : (
                <Link to={href("/expert-registration")} className="btn btn-quiet btn-lg px-6">
                  먼저 신청서 써 보기
                </Link>
              )}
            </div>
          </div>
          <div aria-hidden className="hidden rounded-3xl bg-primary-tint p-14 md:block">
            <AreaArt area="expert" size={176} />
          </div>
        </div>

        <h2 className="mt-12 text-xl font-bold md:mt-20 md:text-2xl">무엇이 좋은가요?</h2>
        <ul className="mt-5 grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-4">
          {BENEFITS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="rounded-xl bg-base-200 p-5">
              <Icon size={24} className="text-primary-ink" />
              <h3 className="mt-3 text-lg font-bold">{title}</h3>
              <p className="mt-1 text-base text-ink-2">{text}</p>
            </li>
          ))}
        </ul>

        <h2 className="mt-12 text-xl font-bold md:mt-20 md:text-2xl">이렇게 시작해요</h2>
        <ol className="mt-5 grid gap-6 md:grid-cols-3">
          {STEPS.map(({ icon: Icon, title, text }, index) => (
            <li key={title} className="flex gap-4">
              <span className="num text-2xl font-bold text-primary-ink">{index + 1}</span>
              <div>
                <h3 className="flex items-center gap-2 text-lg font-bold">
                  {title} <Icon size={20} className="text-ink-3" />
                </h3>
                <p className="mt-1 text-base text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <StickyBar phoneOnly>
          {signedIn ? null : (
            <Link to={href("/expert-registration")} className="btn btn-quiet btn-lg flex-none px-4">
              써 보기
            </Link>
          )}
          <Link to={action.href} className="btn btn-primary btn-lg flex-1">
            {action.label}
          </Link>
        </StickyBar>
      </Page>
    </div>
  )
}
