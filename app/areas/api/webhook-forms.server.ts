/** Reads the page of webhooks of a desk, and what is sent from it. */
import { readQuery } from "#app/basics/form.ts"
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import { AddWebhookForm, DeliveryForm, EndpointForm, WebhookLogQuery } from "./forms.ts"
import { API_LIMITS } from "./rules.ts"
import {
  addWebhook,
  enableWebhook,
  findOwnWebhooks,
  findWebhookLog,
  removeWebhook,
  resendWebhook,
  rotateWebhookSecret,
} from "./service/webhooks.server.ts"

/** The addresses of `actor`, with the log of the one that `url` names, or of the newest. */
export async function findWebhookDesk(actor: Member, url: string) {
  const { endpoint, after } = readQuery(WebhookLogQuery, new URL(url).searchParams)
  const endpoints = await findOwnWebhooks(actor)
  const shownId = endpoints.find(({ id }) => id === endpoint)?.id ?? endpoints[0]?.id ?? null
  const log = shownId === null ? { rows: [], next: null } : await findWebhookLog(actor, shownId, after)
  return { endpoints, shownId, first: after === null, ...log }
}

export const answerWebhookForm = intents<{ actor: Member }>((intent) => ({
  add: intent({
    form: AddWebhookForm,
    run: ({ actor }, input) => addWebhook(actor, input),
    done: "웹훅을 추가했어요",
    problems: {
      not_allowed: { sentence: "고른 알림은 상점이 있거나 승인된 전문가일 때 받을 수 있어요.", status: 403 },
      not_public: { field: "url", sentence: "https://로 시작하는 공개된 주소를 적어 주세요." },
      too_many_endpoints: `주소는 ${API_LIMITS.webhooks}개까지 둘 수 있어요. 쓰지 않는 주소를 지워 주세요.`,
    },
  }),
  remove: intent({
    form: EndpointForm,
    hidden: ["endpointId"],
    run: ({ actor }, { endpointId }) => removeWebhook(actor, endpointId),
    done: "웹훅을 지웠어요",
    problems: {},
  }),
  rotate: intent({
    form: EndpointForm,
    hidden: ["endpointId"],
    run: ({ actor }, { endpointId }) => rotateWebhookSecret(actor, endpointId),
    done: "비밀 키를 바꿨어요. 하루 동안은 앞의 키로도 서명해요",
    problems: {},
  }),
  enable: intent({
    form: EndpointForm,
    hidden: ["endpointId"],
    run: ({ actor }, { endpointId }) => enableWebhook(actor, endpointId),
    done: "웹훅을 다시 보내요",
    problems: { not_now: "이미 보내고 있는 웹훅이에요." },
  }),
  resend: intent({
    form: DeliveryForm,
    hidden: ["deliveryId"],
    run: ({ actor }, { deliveryId }) => resendWebhook(actor, deliveryId),
    done: "1분 안에 다시 보내요",
    problems: { not_now: "이미 보내려고 기다리고 있어요." },
  }),
}))
