import { Form, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, formatDate, toKstDateString } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { DateField, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { expertLoader, expertMiddleware, requireExpert } from "../../accounts/guards.server.ts"
import { InsurancePaperForm, InsurancePaperWithdrawalForm } from "../forms.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import {
  INSURANCE_PAPER_LIMITS,
  INSURANCE_RENEWAL_DAYS,
  INSURANCE_PAPER_STATE_LABELS,
  type InsurancePaper,
  type InsurancePaperState,
} from "../rules.ts"
import {
  findOwnInsurance,
  sendInsurancePaper,
  withdrawInsurancePaper,
} from "../service/insurance-papers.server.ts"
import type { Route } from "./+types/expert-insurance"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

const PAGE_PATH = href("/expert-dashboard/insurance")

export const loader = expertLoader(async (actor) => {
  const insurance = await findOwnInsurance(actor)
  const today = toKstDateString(now())
  return {
    own: insurance,
    today,
    renewalStartDate: toKstDateString(addDays(now(), INSURANCE_RENEWAL_DAYS)),
    key: newId(),
  }
})

const REFUSAL_MESSAGES = {
  waiting: "확인하고 있는 증권이 이미 있어요. 바꾸려면 보낸 증권을 먼저 거둬 주세요.",
  past: "보험이 이미 끝났어요. 끝나는 날을 확인해 주세요.",
  picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요. 한 사진은 한 곳에만 쓸 수 있어요.",
  decided: "그사이 확인이 끝나서 거둘 수 없어요. 결과를 봐 주세요.",
} as const

const answerForm = intents<{ actor: Member }>((intent) => ({
  withdraw: intent({
    form: InsurancePaperWithdrawalForm,
    hidden: ["paperId"],
    run: ({ actor }, { paperId }) => withdrawInsurancePaper(actor, paperId),
    done: "보낸 증권을 거뒀어요",
    problems: { decided: REFUSAL_MESSAGES.decided },
  }),
  send: intent({
    form: InsurancePaperForm,
    pictures: [{ name: "pictures", purpose: "certificate", max: INSURANCE_PAPER_LIMITS.pictures }],
    hidden: ["key"],
    run: ({ actor }, paper) => sendInsurancePaper(actor, paper),
    done: "증권을 보냈어요",
    problems: REFUSAL_MESSAGES,
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  return answerForm(await request.formData(), { actor }, { to: PAGE_PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("보험 증권") },
  { name: "robots", content: "noindex" },
]

const TONE_BY_STATE: Record<InsurancePaperState, Tone> = {
  waiting: "warn",
  approved: "ok",
  refused: "refused",
}

export default function ExpertInsurance({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { own: insurance, today, renewalStartDate, key } = loaderData
  if (!insurance) {
    return (
      <DashboardLayout currentHref={PAGE_PATH}>
        <EmptyState
          art="waiting"
          heading="h1"
          title="승인된 전문가만 증권을 보낼 수 있어요"
          text="등록 심사가 끝나면 여기에서 보험 배지를 신청할 수 있어요."
          action={{ href: href("/expert-dashboard"), label: "등록 상태 보기" }}
        />
      </DashboardLayout>
    )
  }
  const waiting = insurance.papers.find((paper) => paper.state === "waiting")
  const [newest] = insurance.papers
  return (
    <DashboardLayout currentHref={PAGE_PATH}>
      <PageHeader
        title="보험 증권"
        text="배상책임보험 증권을 보내 주시면 확인하고 프로필에 배지를 달아 드려요."
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <FormAlert message={answer.problem} />
          {waiting ? <WaitingPaper paper={waiting} /> : null}
          {newest?.state === "refused" ? (
            <section aria-label="돌아온 증권" className="rounded-xl bg-warn-tint p-4 md:p-5">
              <p className="text-base font-semibold text-warn-ink">
                증권을 확인하지 못했어요. 아래 내용을 보고 다시 보내 주세요.
              </p>
              <p className="mt-1 text-base whitespace-pre-line">{newest.reason}</p>
            </section>
          ) : null}
          {waiting ? null : <PaperForm key={newest?.id} today={today} formKey={key} answer={answer} />}
        </div>
        <aside aria-label="내 배지" className="grid gap-4">
          <InsuranceBadgeCard badge={insurance.badge} today={today} renewalStartDate={renewalStartDate} />
          {insurance.papers.some((paper) => paper.state !== "waiting") ? (
            <SentPapers papers={insurance.papers.filter((paper) => paper.state !== "waiting")} />
          ) : null}
        </aside>
      </div>
    </DashboardLayout>
  )
}

function WaitingPaper({ paper }: { paper: InsurancePaper }) {
  return (
    <Card className="md:p-6">
      <StateBadge tone={TONE_BY_STATE.waiting}>{INSURANCE_PAPER_STATE_LABELS.waiting}</StateBadge>
      <h2 className="mt-3 text-lg font-bold">증권을 확인하고 있어요</h2>
      <p className="mt-1 text-base text-ink-2">보통 1~2영업일 걸려요. 끝나면 알림으로 알려 드려요.</p>
      <p className="mt-4 text-base font-semibold">{paper.insurer}</p>
      <p className="num text-sm text-ink-3">
        {formatDate(paper.expiresOn)}까지 · {formatDate(paper.createdAt)} 보냄
      </p>
      <div className="mt-3">
        <Gallery layout="grid" pictures={paper.pictures} label="보낸 증권 사진" />
      </div>
      <div className="mt-5">
        <ConfirmDialog
          trigger="보낸 증권 거두기"
          triggerClassName="btn btn-line"
          title="보낸 증권을 거둘까요?"
          text="사진과 적은 내용이 지워지고, 새로 보낼 수 있어요."
          confirmLabel="거두기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="paperId" value={paper.id} />
        </ConfirmDialog>
      </div>
    </Card>
  )
}

function PaperForm({ today, formKey, answer }: { today: string; formKey: string; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">증권 보내기</h2>
      <p className="mt-1 text-sm text-ink-3">
        보험사, 가입자 이름이나 상호, 보험 기간이 보이게 찍어 주세요. 주민등록번호는 가려 주세요.
      </p>
      <Form method="post" encType="multipart/form-data" noValidate className="mt-5 grid gap-6">
        <SubmissionKey name="key" value={formKey} />
        <TextField
          label="보험사와 보험"
          name="insurer"
          maxLength={INSURANCE_PAPER_LIMITS.insurer}
          placeholder="예: 바로손해보험 영업배상책임보험"
          defaultValue={typed("insurer")}
          error={errors.insurer}
        />
        <DateField
          label="보험이 끝나는 날"
          name="expiresOn"
          min={today}
          defaultValue={typed("expiresOn")}
          error={errors.expiresOn}
          help="이날까지 배지가 보여요."
        />
        <PictureUploader
          label="증권 사진"
          name="pictures"
          purpose="certificate"
          max={INSURANCE_PAPER_LIMITS.pictures}
          defaultPictures={answer.pictures ?? []}
          error={errors.pictures}
          help="3장까지. 나와 담당자만 볼 수 있어요."
        />
        <SubmitButton
          name="intent"
          value="send"
          className="btn btn-primary btn-lg w-full sm:w-auto sm:justify-self-start"
        >
          증권 보내기
        </SubmitButton>
      </Form>
    </Card>
  )
}

function InsuranceBadgeCard({
  badge,
  today,
  renewalStartDate,
}: {
  badge: { source: string; grantedOn: string; expiresOn: string | null } | null
  today: string
  renewalStartDate: string
}) {
  const lastDay = badge?.expiresOn ?? null
  const isExpired = lastDay !== null && lastDay < today
  const isExpiringSoon = !isExpired && lastDay !== null && lastDay <= renewalStartDate
  return (
    <Card>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg font-bold">내 배지</h2>
        <StateBadge tone={!badge ? "done" : isExpired ? "refused" : isExpiringSoon ? "warn" : "ok"}>
          {!badge ? "없음" : isExpired ? "만료됨" : isExpiringSoon ? "곧 만료" : "보여요"}
        </StateBadge>
      </div>
      {badge ? (
        <>
          <p className="mt-2 text-base">{badge.source}</p>
          <p className="num mt-0.5 text-sm text-ink-3">
            {formatDate(badge.grantedOn)} 확인{lastDay ? ` · ${formatDate(lastDay)}까지` : ""}
          </p>
          {isExpired || isExpiringSoon ? (
            <p className="mt-2 text-sm font-medium text-warn-ink">
              {isExpired
                ? "프로필에서 배지가 사라졌어요. 새 증권을 보내 주세요."
                : "만료되기 전에 새 증권을 보내면 배지가 이어져요."}
            </p>
          ) : null}
        </>
      ) : (
        <p className="mt-2 text-base text-ink-2">배지가 있으면 고객이 만일의 사고에도 안심하고 맡겨요.</p>
      )}
    </Card>
  )
}

const SentPapers = ({ papers }: { papers: readonly InsurancePaper[] }) => (
  <Card>
    <h2 className="text-lg font-bold">보낸 증권</h2>
    <ul className="mt-3 grid gap-3">
      {papers.map((paper) => (
        <li key={paper.id}>
          <p className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate text-base font-semibold">{paper.insurer}</span>
            <StateBadge tone={TONE_BY_STATE[paper.state]}>
              {INSURANCE_PAPER_STATE_LABELS[paper.state]}
            </StateBadge>
          </p>
          <p className="num text-sm text-ink-3">
            {formatDate(paper.expiresOn)}까지 · {formatDate(paper.createdAt)} 보냄
          </p>
        </li>
      ))}
    </ul>
  </Card>
)
