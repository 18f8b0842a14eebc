import { defineEvent } from '#platform/events/define-event.ts'
import { testEvent } from '#platform/events/event-types.ts'
import { z } from '#platform/schema.ts'

export const studentEvent = defineEvent({
  type: 'student.created',
  version: 1,
  summary: 'A student was created: by sign-up, at checkout, by staff or by a client.',
  needs: 'MANAGE_STUDENTS:READ',
  data: z.object({ user_id: z.int() }),
})

export const webhookTestEvent = defineEvent({
  type: testEvent,
  version: 1,
  summary: 'A test of this endpoint, sent on request.',
  needs: 'MANAGE_STUDENTS:READ',
  data: z.object({ webhook_endpoint_id: z.int() }),
})
