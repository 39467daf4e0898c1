/** Owns which area speaks for which kind of thing: the one file that joins areas by what they show. */
import { addSubjectSource } from "./platform/subjects.server.ts"
import { aroundReported } from "./areas/chat/service/review.server.ts"
import { messageSubject } from "./areas/chat/service/subject.server.ts"
import { orderSubject, proposalSubject } from "./areas/orders/service/subject.server.ts"
import { personSubject } from "./areas/accounts/service/subject.server.ts"
import { reviewSubject } from "./areas/experts/service/moderation.server.ts"
import { productSubject } from "./areas/shop/service/subject.server.ts"
import { expertSubject } from "./areas/experts/service/subject.server.ts"
import { addReportContext } from "./areas/trust/service/context.server.ts"
import { hireSubject, seekSubject } from "./areas/jobs/service/subject.server.ts"
import { itemSubject } from "./areas/market/service/subject.server.ts"

let done = false

/** Names every source once; to be called before requests, events or jobs start. */
export function startSubjects(): void {
  if (done) return
  done = true
  addSubjectSource(expertSubject)
  addSubjectSource(orderSubject)
  addSubjectSource(proposalSubject)
  addSubjectSource(messageSubject)
  addReportContext("message", aroundReported)
  addSubjectSource(personSubject)
  addSubjectSource(reviewSubject)
  addSubjectSource(hireSubject)
  addSubjectSource(seekSubject)
  addSubjectSource(itemSubject)
  addSubjectSource(productSubject)
}
