/** /admin/campaigns/:campaignId: writes a campaign, counts whom it is for, starts and stops it. */
import { Form, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { brand, titleOf } from "#app/basics/brand.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatDate, formatDateTime } from "#app/basics/time.ts"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { hasRight, type Member } from "../../accounts/rules.ts"
import { CampaignForm, StartCampaignForm } from "../../campaigns/forms.ts"
import {
  CAMPAIGN_AUDIENCE_LABELS,
  CAMPAIGN_AUDIENCES,
  CAMPAIGN_LIMITS,
  CAMPAIGN_STATE_LABELS,
} from "../../campaigns/rules.ts"
import { countAudience } from "../../campaigns/service/audience.server.ts"
import {
  countReached,
  findCampaign,
  moveCampaign,
  removeCampaign,
  saveCampaign,
  startCampaign,
  type CampaignInput,
} from "../../campaigns/service/campaigns.server.ts"
import { formatTitle, isQuietTime } from "../../notifications/rules.ts"
import { findGivenCoupons } from "../../shop/service/admin-coupons.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { CAMPAIGN_STATE_TONES } from "../parts/campaign-state-tones.ts"
import { listSidoOptions } from "../parts/sido-options.ts"
import type { Route } from "./+types/admin-campaign"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const NEW = "new"

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  if (!hasRight(actor, "content")) notFound()
  const isNew = params.campaignId === NEW
  const campaign = isNew ? null : ((await findCampaign(actor, params.campaignId)) ?? notFound())
  const isDraft = campaign === null || campaign.state === "draft"
  const [coupons, audience] = await Promise.all([
    findGivenCoupons(actor),
    campaign && isDraft ? countAudience(campaign) : null,
  ])
  return {
    campaign,
    isDraft,
    coupons: coupons.map(({ id, name, endsAt }) => ({
      value: id,
      label: `${name} (${formatDate(endsAt)}까지)`,
    })),
    audience: campaign && audience && { ...audience, reached: countReached(campaign, audience) },
    values: toValues(campaign ?? NEW_CAMPAIGN),
    isNight: isQuietTime(now()),
  }
})

const NEW_CAMPAIGN: CampaignInput = {
  name: "",
  audience: "customers",
  regionCode: null,
  title: "",
  text: "",
  href: href("/"),
  couponId: null,
  version: 0,
}
const toValues = (campaign: CampaignInput) => ({
  name: campaign.name,
  audience: campaign.audience,
  region: campaign.regionCode ?? "",
  title: campaign.title,
  text: campaign.text,
  href: campaign.href,
  couponId: campaign.couponId ?? "",
  version: String(campaign.version),
})

const toPath = (campaignId: string) => href("/admin/campaigns/:campaignId", { campaignId })
const COUPON_OVER = "줄 수 없는 쿠폰이에요. 끝나지 않은 쿠폰을 다시 골라 주세요."

const answerForm = intents<{ actor: Member; campaignId: string | null }>((intent) => ({
  save: intent({
    form: CampaignForm,
    hidden: ["version"],
    run: ({ actor, campaignId }, { region, ...campaign }) =>
      saveCampaign(actor, campaignId, { ...campaign, regionCode: region }),
    done: ({ id }) => ({ to: toPath(id), flash: "저장했어요. 받을 사람을 확인하고 보내 주세요" }),
    problems: {
      not_now: "이미 보내기 시작해서 고칠 수 없어요.",
      changed: "다른 관리자가 그사이에 고쳤어요. 새 창에서 확인하고 다시 저장해 주세요.",
      coupon: { field: "couponId", sentence: COUPON_OVER },
    },
  }),
  start: intent({
    form: StartCampaignForm,
    hidden: ["seen"],
    run: ({ actor, campaignId }, { seen }) => startCampaign(actor, campaignId ?? "", seen),
    done: "보내기 시작했어요",
    problems: {
      not_now: "이미 보내기 시작했어요.",
      empty: "받을 사람이 없어요. 받을 사람을 넓혀 주세요.",
      grown: "그사이 받을 사람이 많이 늘었어요. 다시 센 숫자를 확인하고 보내 주세요.",
      no_company: "광고에는 보내는 회사를 적어야 해요. 설정에서 회사 정보를 먼저 넣어 주세요.",
      coupon: COUPON_OVER,
    },
  }),
  stop: intent({
    run: ({ actor, campaignId }) => moveCampaign(actor, campaignId ?? "", "stop"),
    done: "멈췄어요",
    problems: { not_now: "이미 다 보냈거나 멈췄어요. 지금 상태를 확인해 주세요." },
  }),
  resume: intent({
    run: ({ actor, campaignId }) => moveCampaign(actor, campaignId ?? "", "resume"),
    done: "이어서 보내요",
    problems: { not_now: "멈춘 캠페인이 아니에요." },
  }),
  remove: intent({
    run: ({ actor, campaignId }) => removeCampaign(actor, campaignId ?? ""),
    done: { to: href("/admin/campaigns"), flash: "지웠어요" },
    problems: { not_now: "이미 보내기 시작해서 지울 수 없어요." },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!hasRight(actor, "content")) notFound()
  return answerForm(
    await request.formData(),
    { actor, campaignId: params.campaignId === NEW ? null : params.campaignId },
    { to: toPath(params.campaignId) },
  )
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf(view?.campaign?.name ?? "새 캠페인") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>
type Campaign = NonNullable<View["campaign"]>

export default function AdminCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { campaign, audience, isDraft, isNight } = loaderData
  return (
    <AdminLayout current="campaigns">
      <PageHeader
        title={campaign?.name ?? "새 캠페인"}
        text={
          isDraft
            ? "적고 저장하면 몇 명이 받는지 보여 드려요."
            : campaign
              ? CAMPAIGN_AUDIENCE_LABELS[campaign.audience]
              : ""
        }
        back={{ href: href("/admin/campaigns"), label: "캠페인" }}
      >
        {campaign ? (
          <StateBadge tone={CAMPAIGN_STATE_TONES[campaign.state]}>
            {CAMPAIGN_STATE_LABELS[campaign.state]}
          </StateBadge>
        ) : null}
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {isDraft ? <CampaignFields view={loaderData} answer={answer} /> : null}
        {campaign && !isDraft ? <Progress campaign={campaign} isNight={isNight} /> : null}
        <div className="grid gap-4">
          {campaign?.title ? <MessagePreview campaign={campaign} /> : null}
          {campaign && audience ? (
            <StartCard campaign={campaign} audience={audience} isNight={isNight} />
          ) : null}
        </div>
      </div>
    </AdminLayout>
  )
}

/** What a campaign is made of. */
function CampaignFields({ view: { values, coupons }, answer }: { view: View; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  const field = (name: Exclude<keyof typeof values, "version">) => ({
    name,
    defaultValue: typed(name, values[name]),
    error: errors[name],
  })
  return (
    <Card>
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="version" value={typed("version", values.version)} />
        <TextField
          label="이름"
          help="동료만 봐요."
          placeholder="11월 신규 고객 쿠폰"
          maxLength={CAMPAIGN_LIMITS.name}
          {...field("name")}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label="받을 사람"
            options={CAMPAIGN_AUDIENCES.map((value) => ({ value, label: CAMPAIGN_AUDIENCE_LABELS[value] }))}
            {...field("audience")}
          />
          <SelectField label="지역" required={false} options={listSidoOptions()} {...field("region")} />
        </div>
        <SelectField
          label="쿠폰"
          required={false}
          help="‘받은 사람만’ 쓰는 쿠폰을 고른 사람 모두에게 줘요. 쿠폰은 설정에서 만들어요."
          options={[{ value: "", label: "쿠폰 없이" }, ...coupons]}
          {...field("couponId")}
        />
        <TextField
          label="알림 제목"
          required={false}
          help="비우면 쿠폰만 조용히 줘요. (광고) 표시는 자동으로 붙어요."
          maxLength={CAMPAIGN_LIMITS.title}
          {...field("title")}
        />
        <TextArea
          label="알림 내용"
          required={false}
          rows={3}
          maxLength={CAMPAIGN_LIMITS.text}
          {...field("text")}
        />
        <TextField label="누르면 갈 곳" placeholder="/shopping" {...field("href")} />
        <SubmitButton name="intent" value="save" className="btn btn-primary btn-lg">
          저장하고 몇 명인지 보기
        </SubmitButton>
      </Form>
    </Card>
  )
}

/** The message as it comes, with what the law wants beside it. */
const MessagePreview = ({ campaign }: { campaign: Campaign }) => (
  <Card>
    <h2 className="text-base font-bold">미리 보기</h2>
    <div className="mt-3 rounded-xl bg-fill p-4">
      <p className="font-semibold">{formatTitle("marketing", campaign.title)}</p>
      <p className="mt-1 text-base text-ink-2">{campaign.text}</p>
      <p className="mt-3 text-sm text-ink-3">
        메일과 문자에는 {brand.name}의 연락처와 무료 수신거부 주소가 함께 가요.
      </p>
    </div>
  </Card>
)

/** Says why nothing moves: no advertising goes out at night (망법 §50 ③). */
const NightNote = () => (
  <p className="mt-3 text-sm text-warn-ink">밤 9시부터 아침 8시까지는 보내지 않아요. 아침 8시가 되면 가요.</p>
)

/** How many it is for, and the buttons that send it or take it away. */
function StartCard({
  campaign,
  audience,
  isNight,
}: {
  campaign: Campaign
  audience: NonNullable<View["audience"]>
  isNight: boolean
}) {
  const told = campaign.title ? audience.agreed : 0
  return (
    <Card>
      <h2 className="text-base font-bold">받을 사람</h2>
      <dl className="mt-3 grid gap-2 text-base">
        <div className="flex justify-between gap-3">
          <dt className="text-ink-2">{CAMPAIGN_AUDIENCE_LABELS[campaign.audience]}</dt>
          <dd className="num font-semibold">{formatNumber(audience.people)}명</dd>
        </div>
        <div className="flex justify-between gap-3">
          <dt className="text-ink-2">광고 수신 동의</dt>
          <dd className="num font-semibold">{formatNumber(audience.agreed)}명</dd>
        </div>
      </dl>
      {isNight ? <NightNote /> : null}
      <div className="mt-4 grid gap-2">
        <ConfirmDialog
          trigger={`${formatNumber(audience.reached)}명에게 보내기`}
          triggerClassName="btn btn-primary btn-lg w-full"
          title={`${formatNumber(audience.reached)}명에게 보낼까요?`}
          text={
            `${campaign.couponId ? `쿠폰은 ${formatNumber(audience.people)}명에게 주고, ` : ""}` +
            `알림은 동의한 ${formatNumber(told)}명에게 가요. ` +
            `${isNight ? "밤이라 아침 8시부터 보내요. " : ""}보낸 알림은 되돌릴 수 없어요.`
          }
          confirmLabel="보내기"
        >
          <input type="hidden" name="intent" value="start" />
          <input type="hidden" name="seen" value={audience.reached} />
        </ConfirmDialog>
        <ConfirmDialog
          trigger="지우기"
          triggerClassName="btn btn-line w-full"
          title="이 캠페인을 지울까요?"
          text="아직 아무에게도 보내지 않았어요."
          confirmLabel="지우기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="remove" />
        </ConfirmDialog>
      </div>
    </Card>
  )
}

/** How far it is, and what became of it. */
function Progress({ campaign, isNight }: { campaign: Campaign; isNight: boolean }) {
  const shareOf = (part: number) =>
    campaign.told === 0 ? undefined : `${Math.round((part / campaign.told) * 100)}%`
  return (
    <Card>
      <div className="flex items-center justify-between gap-3">
        <p className="num text-base">
          {formatNumber(campaign.handled)} / {formatNumber(campaign.people)}명
        </p>
        {campaign.startedAt ? (
          <p className="text-sm text-ink-3">{formatDateTime(campaign.startedAt)}에 시작</p>
        ) : null}
      </div>
      <progress
        value={campaign.handled}
        max={Math.max(1, campaign.people, campaign.handled)}
        aria-label="보낸 사람"
        className="progress mt-2 w-full progress-primary"
      />
      {isNight && campaign.state === "sending" ? <NightNote /> : null}
      <dl className="mt-4 grid grid-cols-3 gap-3">
        <StatTile name="알림" value={`${formatNumber(campaign.told)}명`} />
        <StatTile
          name="메일·문자·푸시"
          value={`${formatNumber(campaign.delivered)}명`}
          note={shareOf(campaign.delivered)}
        />
        <StatTile name="읽음" value={`${formatNumber(campaign.opened)}명`} note={shareOf(campaign.opened)} />
      </dl>
      {campaign.state === "sending" || campaign.state === "stopped" ? (
        <Form method="post" className="mt-4">
          <SubmitButton
            name="intent"
            value={campaign.state === "sending" ? "stop" : "resume"}
            className="btn btn-line w-full"
          >
            {campaign.state === "sending" ? "멈추기" : "이어 보내기"}
          </SubmitButton>
        </Form>
      ) : null}
    </Card>
  )
}
