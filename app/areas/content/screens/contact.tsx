import { Form, Link, href } from "react-router"
import { newId } from "#app/basics/ids.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { SUPPORT_HOURS_TEXT } from "#app/basics/support-hours.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { intents, STAY } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { Checkbox, SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { getActor } from "../../accounts/guards.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { TicketForm } from "../forms.ts"
import { buildArticleMeta } from "../meta.ts"
import { LIMITS, TICKET_TOPIC_LABELS, TICKET_TOPICS } from "../rules.ts"
import { openTicket } from "../service/tickets.server.ts"
import type { Route } from "./+types/contact"

/** What a visitor does where no mail is sent. */
const SIGN_IN_HINT = "로그인하고 문의하면 내 문의에서 답을 볼 수 있어요."

export const handle = {
  bar: "task",
  title: "문의하기",
  backHref: href("/faq"),
  background: "white",
} satisfies ScreenHandle

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

const answerForm = intents<{ actor: Actor; address: string }>((intent) => ({
  "": intent({
    form: TicketForm,
    hidden: ["key"],
    run: ({ actor, address }, ticket) => openTicket(actor, ticket, address),
    // A visitor has no list of tickets: the page says where the answer goes.
    done: ({ ticketId }, _, { actor }) =>
      actor.kind === "member"
        ? { to: href("/my-info/tickets/:ticketId", { ticketId }), flash: "문의를 보냈어요" }
        : STAY,
    problems: {
      mail_off: { sentence: `${SERVICE_TEXTS.mail.off} ${SIGN_IN_HINT}`, status: 503 },
      too_many: {
        sentence: "한 시간에 보낼 수 있는 문의를 모두 보냈어요. 잠시 뒤에 다시 보내 주세요.",
        status: 429,
      },
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext)
  return answerForm(await request.formData(), { actor: getActor(context), address }, { to: href("/contact") })
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: href("/contact"),
        title: "문의하기",
        description: "이용 방법, 거래와 분쟁, 결제, 제휴까지 무엇이든 물어보세요.",
      })
    : []

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (answer.isDone) return <MessageReceived email={answer.typed("email")} />
  return (
    <Page isNarrow>
      <PageHeader title="문의하기" bar="same" text={`${SUPPORT_HOURS_TEXT} 사이에 차례대로 답해요.`}>
        {loaderData.signedIn ? (
          <Link to={href("/my-info/tickets")} className="btn btn-quiet">
            내 문의
          </Link>
        ) : null}
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-6" />
      {loaderData.signedIn ? null : <ServiceAlert service="mail" offText={SIGN_IN_HINT} className="mb-6" />}
      <MessageForm view={loaderData} answer={answer} />
    </Page>
  )
}

function MessageForm({ view, answer }: { view: Route.ComponentProps["loaderData"]; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <Form method="post" noValidate className="grid gap-6">
      <SubmissionKey name="key" value={view.key} />
      <SelectField
        label="문의 종류"
        name="topic"
        placeholder="골라 주세요"
        options={TICKET_TOPICS.map((topic) => ({ value: topic, label: TICKET_TOPIC_LABELS[topic] }))}
        defaultValue={typed("topic", view.topic)}
        error={errors.topic}
      />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField
          label="이름"
          name="name"
          autoComplete="name"
          maxLength={30}
          defaultValue={typed("name", view.name)}
          error={errors.name}
        />
        <TextField
          label="답변받을 이메일"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          placeholder="name@example.com"
          defaultValue={typed("email", view.email)}
          error={errors.email}
        />
      </div>
      <TextField
        label="제목"
        name="title"
        maxLength={LIMITS.ticketTitle}
        defaultValue={typed("title")}
        error={errors.title}
      />
      <TextArea
        label="내용"
        name="body"
        rows={8}
        maxLength={LIMITS.ticketBody}
        defaultValue={typed("body")}
        error={errors.body}
        placeholder="거래에 대한 문의라면 주문 번호를 함께 적어 주세요."
      />
      <Checkbox
        name="consent"
        label="(필수) 개인정보 수집·이용에 동의해요"
        defaultChecked={typed("consent") !== ""}
        error={errors.consent}
        description="목적: 문의 답변 · 항목: 이름, 이메일, 문의 내용 · 기간: 3년(분쟁 처리 기록) · 거부할 수 있지만 그러면 답변을 드릴 수 없어요."
      />
      <SubmitButton className="btn btn-primary btn-lg w-full">문의 보내기</SubmitButton>
    </Form>
  )
}

/** What a visitor sees after writing. */
function MessageReceived({ email }: { email: string }) {
  return (
    <Page isNarrow>
      <PageHeader
        title="문의를 잘 받았어요"
        text={`답변은 ${email} 주소로 보내 드려요. 보통 하루 안에 답해요.`}
      />
      <p className="flex flex-wrap gap-2">
        <Link to={href("/")} className="btn btn-primary">
          홈으로
        </Link>
        <Link to={href("/faq")} className="btn btn-quiet">
          자주 묻는 질문
        </Link>
      </p>
    </Page>
  )
}
