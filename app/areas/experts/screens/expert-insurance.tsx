import { data, Form } from "react-router"
import { now } from "#app/basics/clock.ts"
import { parseForm, type FormErrors } from "#app/basics/form.ts"
import { typedValues } from "#app/basics/form-rows.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, formatDate, kstDateString } from "#app/basics/time.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { DateField, TextField } from "#app/ui/field.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireExpert,
} from "../../accounts/guards.server.ts"
import { InsurancePaperForm, InsurancePaperWithdrawalForm } from "../forms.ts"
import { DashboardFrame } from "../parts/dashboard-frame.tsx"
import {
  PAPER_LIMITS,
  PAPER_RENEWAL_DAYS,
  PAPER_STATE_LABELS,
  type InsurancePaper,
  type PaperState,
} from "../rules.ts"
import {
  findOwnInsurance,
  sendInsurancePaper,
  withdrawInsurancePaper,
} from "../service/insurance-papers.server.ts"
import { readPictureFields } from "../service/pictures.server.ts"
import type { Route } from "./+types/expert-insurance"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

const HERE = "/expert-dashboard/insurance"

export async function loader({ context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const own = await findOwnInsurance(requireExpert(context))
  const today = kstDateString(now())
  return { own, today, renewFrom: kstDateString(addDays(now(), PAPER_RENEWAL_DAYS)), key: newId() }
}

const PROBLEMS = {
  waiting: "확인하고 있는 증권이 이미 있어요. 바꾸려면 보낸 증권을 먼저 거둬 주세요.",
  past: "보험이 이미 끝났어요. 끝나는 날을 확인해 주세요.",
  picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요. 한 사진은 한 곳에만 쓸 수 있어요.",
  decided: "그사이 확인이 끝나서 거둘 수 없어요. 결과를 봐 주세요.",
} as const

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  const sent = await request.formData()
  const refused = (problem: string, values = {}) =>
    data({ problem, errors: {} as FormErrors, values, pictures: {} }, { status: 409 })
  if (sent.get("intent") === "withdraw") {
    const form = parseForm(InsurancePaperWithdrawalForm, sent)
    if (!form.ok)
      return data(
        { problem: form.errors.paperId ?? null, errors: form.errors, values: form.values, pictures: {} },
        { status: 400 },
      )
    const done = await withdrawInsurancePaper(actor, form.value.paperId)
    if (done.ok) return redirectWithNotice(HERE, "보낸 증권을 거뒀어요")
    return done.reason === "not_found" ? notFound() : refused(PROBLEMS[done.reason])
  }
  const read = await readPictureFields(sent, actor.userId, [
    { name: "pictures", purpose: "certificate", max: PAPER_LIMITS.pictures },
  ])
  const form = parseForm(InsurancePaperForm, sent)
  const values = typedValues(sent)
  const errors: FormErrors = form.ok ? read.errors : { ...form.errors, ...read.errors }
  if (!form.ok || Object.keys(errors).length > 0)
    return data(
      { problem: errors.form ?? errors.key ?? null, errors, values, pictures: read.pictures },
      { status: 400 },
    )
  const done = await sendInsurancePaper(actor, form.value)
  if (done.ok) return redirectWithNotice(HERE, "증권을 보냈어요")
  if (done.reason === "not_found") notFound()
  return data(
    { problem: PROBLEMS[done.reason], errors: {} as FormErrors, values, pictures: read.pictures },
    { status: 409 },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("보험 증권") },
  { name: "robots", content: "noindex" },
]

const TONES: Record<PaperState, Tone> = { waiting: "warn", approved: "ok", refused: "refused" }

export default function ExpertInsurance({ loaderData, actionData }: Route.ComponentProps) {
  useFirstErrorFocus(actionData?.errors)
  if (!loaderData) return null
  const { own, today, renewFrom, key } = loaderData
  if (!own) {
    return (
      <DashboardFrame current={HERE}>
        <EmptyState
          art="waiting"
          heading="h1"
          title="승인된 전문가만 증권을 보낼 수 있어요"
          text="등록 심사가 끝나면 여기에서 보험 배지를 신청할 수 있어요."
          action={{ href: "/expert-dashboard", label: "등록 상태 보기" }}
        />
      </DashboardFrame>
    )
  }
  const waiting = own.papers.find((paper) => paper.state === "waiting")
  const [newest] = own.papers
  return (
    <DashboardFrame current={HERE}>
      <PageHeader
        title="보험 증권"
        text="배상책임보험 증권을 보내 주시면 확인하고 프로필에 배지를 달아 드려요."
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <FormProblem problem={actionData?.problem} />
          {waiting ? <Waiting paper={waiting} /> : null}
          {newest?.state === "refused" ? (
            <section aria-label="돌아온 증권" className="rounded-xl bg-warn-tint p-4 md:p-5">
              <p className="text-base font-semibold text-warn-ink">
                증권을 확인하지 못했어요. 아래 내용을 보고 다시 보내 주세요.
              </p>
              <p className="mt-1 text-base whitespace-pre-line">{newest.reason}</p>
            </section>
          ) : null}
          {waiting ? null : <PaperForm key={newest?.id} today={today} submission={key} answer={actionData} />}
        </div>
        <aside aria-label="내 배지" className="grid gap-4">
          <Badge badge={own.badge} today={today} renewFrom={renewFrom} />
          {own.papers.some((paper) => paper.state !== "waiting") ? (
            <Sent papers={own.papers.filter((paper) => paper.state !== "waiting")} />
          ) : null}
        </aside>
      </div>
    </DashboardFrame>
  )
}

function Waiting({ paper }: { paper: InsurancePaper }) {
  return (
    <Card className="md:p-6">
      <StateBadge tone={TONES.waiting}>{PAPER_STATE_LABELS.waiting}</StateBadge>
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

function PaperForm({
  today,
  submission,
  answer,
}: {
  today: string
  submission: string
  answer: Route.ComponentProps["actionData"]
}) {
  const values: Readonly<Record<string, string | readonly string[]>> = answer?.values ?? {}
  const known: Readonly<Record<string, InsurancePaper["pictures"][number]>> = answer?.pictures ?? {}
  const typed = (name: string) => [values[name] ?? ""].flat()[0] ?? ""
  const errors: FormErrors = answer?.errors ?? {}
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">증권 보내기</h2>
      <p className="mt-1 text-sm text-ink-3">
        보험사, 가입자 이름이나 상호, 보험 기간이 보이게 찍어 주세요. 주민등록번호는 가려 주세요.
      </p>
      <Form method="post" encType="multipart/form-data" noValidate className="mt-5 grid gap-6">
        <SubmissionKey name="key" value={submission} />
        <TextField
          label="보험사와 보험"
          name="insurer"
          maxLength={PAPER_LIMITS.insurer}
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
          max={PAPER_LIMITS.pictures}
          defaultPictures={[values.pictures ?? []].flat().flatMap((id) => known[id] ?? [])}
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

function Badge({
  badge,
  today,
  renewFrom,
}: {
  badge: { source: string; grantedOn: string; expiresOn: string | null } | null
  today: string
  renewFrom: string
}) {
  const last = badge?.expiresOn ?? null
  const over = last !== null && last < today
  const soon = !over && last !== null && last <= renewFrom
  return (
    <Card>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg font-bold">내 배지</h2>
        <StateBadge tone={!badge ? "done" : over ? "refused" : soon ? "warn" : "ok"}>
          {!badge ? "없음" : over ? "만료됨" : soon ? "곧 만료" : "보여요"}
        </StateBadge>
      </div>
      {badge ? (
        <>
          <p className="mt-2 text-base">{badge.source}</p>
          <p className="num mt-0.5 text-sm text-ink-3">
            {formatDate(badge.grantedOn)} 확인{last ? ` · ${formatDate(last)}까지` : ""}
          </p>
          {over || soon ? (
            <p className="mt-2 text-sm font-medium text-warn-ink">
              {over
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

const Sent = ({ papers }: { papers: readonly InsurancePaper[] }) => (
  <Card>
    <h2 className="text-lg font-bold">보낸 증권</h2>
    <ul className="mt-3 grid gap-3">
      {papers.map((paper) => (
        <li key={paper.id}>
          <p className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate text-base font-semibold">{paper.insurer}</span>
            <StateBadge tone={TONES[paper.state]}>{PAPER_STATE_LABELS[paper.state]}</StateBadge>
          </p>
          <p className="num text-sm text-ink-3">
            {formatDate(paper.expiresOn)}까지 · {formatDate(paper.createdAt)} 보냄
          </p>
        </li>
      ))}
    </ul>
  </Card>
)
