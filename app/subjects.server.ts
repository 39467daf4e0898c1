/** Which area speaks for which kind of thing: the one file that joins areas by what they show. */
import { registerSubjectSource } from "./platform/subjects.server.ts"
import { reportedMessageContext } from "./areas/chat/service/reported-room.server.ts"
import { messageSubject } from "./areas/chat/service/subject.server.ts"
import { orderSubject, proposalSubject } from "./areas/orders/service/subject.server.ts"
import { personSubject } from "./areas/accounts/service/subject.server.ts"
import { reviewSubject } from "./areas/experts/service/moderation.server.ts"
import { productSubject } from "./areas/shop/service/subject.server.ts"
import { expertSubject } from "./areas/experts/service/subject.server.ts"
import { registerReportContext } from "./areas/trust/service/report-context.server.ts"
import { hireSubject, seekSubject } from "./areas/jobs/service/subject.server.ts"
import { itemSubject } from "./areas/market/service/subject.server.ts"

let isRegistered = false

/** Names every source once; to be called before requests, events or jobs start. */
export function registerSubjects(): void {
  if (isRegistered) return
  isRegistered = true
  registerSubjectSource(expertSubject)
  registerSubjectSource(orderSubject)
  registerSubjectSource(proposalSubject)
  registerSubjectSource(messageSubject)
  registerReportContext("message", reportedMessageContext)
  registerSubjectSource(personSubject)
  registerSubjectSource(reviewSubject)
  registerSubjectSource(hireSubject)
  registerSubjectSource(seekSubject)
  registerSubjectSource(itemSubject)
  registerSubjectSource(productSubject)
}
