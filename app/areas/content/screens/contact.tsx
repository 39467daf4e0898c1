import { Form, Link, data, href } from "react-router"
import { newId } from "#app/basics/ids.ts"
import { parseForm, getFormValues, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { SUPPORT_HOURS_TEXT } from "#app/basics/support-hours.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { Checkbox, SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { getActor } from "../../accounts/guards.server.ts"
import { TicketForm } from "../forms.ts"
import { buildArticleMeta } from "../meta.ts"
import { LIMITS, TICKET_TOPIC_LABELS, TICKET_TOPICS } from "../rules.ts"
import { openTicket } from "../service/tickets.server.ts"
import type { Route } from "./+types/contact"

/** What a visitor does where no mail is sent. */
const SIGN_IN_HINT = "로그인하고 문의하면 내 문의에서 답을 볼 수 있어요."

export const handle = { background: "white" } satisfies ScreenHandle

export function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const topic = new URL(request.url).searchParams.get("topic")
  return {
    origin: getBaseUrl(request.url),
    key: newId(),
    signedIn: actor.kind === "member",
    name: actor.kind === "member" ? (actor.profile?.name ?? "") : "",
    email: actor.kind === "member" ? actor.email : "",
    topic: TICKET_TOPICS.find((each) => each === topic) ?? "",
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  const sent = await request.formData()
  const form = parseForm(TicketForm, sent)
  if (!form.ok)
    return data({ errors: form.errors, values: form.values, problem: null, sent: null }, { status: 400 })
  const outcome = await openTicket(actor, form.value, context.get(requestContext).address)
  if (!outcome.ok) {
    const errors: FormErrors = {}
    if (outcome.reason === "mail_off")
      return data(
        {
          errors,
          values: getFormValues(sent),
          problem: `${SERVICE_TEXTS.mail.off} ${SIGN_IN_HINT}`,
          sent: null,
        },
        { status: 503 },
      )
    return data(
      {
        errors,
        values: getFormValues(sent),
        problem: "한 시간에 보낼 수 있는 문의를 모두 보냈어요. 잠시 뒤에 다시 보내 주세요.",
        sent: null,
      },
      { status: 429 },
    )
  }
  if (actor.kind === "member")
    return redirectWithFlash(
      href("/my-info/tickets/:ticketId", { ticketId: outcome.ticketId }),
      "문의를 보냈어요",
    )
  const values: FormValues = {}
  const errors: FormErrors = {}
  return data({ errors, values, problem: null, sent: form.value.email })
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: "/contact",
        title: "문의하기",
        description: "이용 방법, 거래와 분쟁, 결제, 제휴까지 무엇이든 물어보세요.",
      })
    : []

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const errors: FormErrors = actionData?.errors ?? {}
  const values: FormValues | undefined = actionData?.values
  const getValue = (name: string, first = "") => (values ? ([values[name] ?? ""].flat()[0] ?? "") : first)
  useFirstErrorFocus(actionData?.errors)
  if (actionData?.sent) {
    return (
      <Page isNarrow>
        <PageHeader
          title="문의를 잘 받았어요"
          text={`답변은 ${actionData.sent} 주소로 보내 드려요. 보통 하루 안에 답해요.`}
        />
        <p className="flex flex-wrap gap-2">
          <Link to="/" className="btn btn-primary">
            홈으로
          </Link>
          <Link to="/faq" className="btn btn-quiet">
            자주 묻는 질문
          </Link>
        </p>
      </Page>
    )
  }
  return (
    <Page isNarrow>
      <PageHeader title="문의하기" text={`${SUPPORT_HOURS_TEXT} 사이에 차례대로 답해요.`}>
        {loaderData.signedIn ? (
          <Link to="/my-info/tickets" className="btn btn-quiet">
            내 문의
          </Link>
        ) : null}
      </PageHeader>
      <FormAlert message={actionData?.problem ?? errors.form} className="mb-6" />
      {loaderData.signedIn ? null : <ServiceAlert service="mail" offText={SIGN_IN_HINT} className="mb-6" />}
      <Form method="post" noValidate className="grid gap-6">
        <SubmissionKey name="key" value={loaderData.key} />
        <SelectField
          label="문의 종류"
          name="topic"
          placeholder="골라 주세요"
          options={TICKET_TOPICS.map((topic) => ({ value: topic, label: TICKET_TOPIC_LABELS[topic] }))}
          defaultValue={getValue("topic", loaderData.topic)}
          error={errors.topic}
        />
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <TextField
            label="이름"
            name="name"
            autoComplete="name"
            maxLength={30}
            defaultValue={getValue("name", loaderData.name)}
            error={errors.name}
          />
          <TextField
            label="답변받을 이메일"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            placeholder="name@example.com"
            defaultValue={getValue("email", loaderData.email)}
            error={errors.email}
          />
        </div>
        <TextField
          label="제목"
          name="title"
          maxLength={LIMITS.ticketTitle}
          defaultValue={getValue("title")}
          error={errors.title}
        />
        <TextArea
          label="내용"
          name="body"
          rows={8}
          maxLength={LIMITS.ticketBody}
          defaultValue={getValue("body")}
          error={errors.body}
          placeholder="거래에 대한 문의라면 주문 번호를 함께 적어 주세요."
        />
        <Checkbox
          name="consent"
          label="(필수) 개인정보 수집·이용에 동의해요"
          defaultChecked={getValue("consent") !== ""}
          error={errors.consent}
          description="목적: 문의 답변 · 항목: 이름, 이메일, 문의 내용 · 기간: 3년(분쟁 처리 기록) · 거부할 수 있지만 그러면 답변을 드릴 수 없어요."
        />
        <SubmitButton className="btn btn-primary btn-lg w-full">문의 보내기</SubmitButton>
      </Form>
    </Page>
  )
}
