import { Can, UserDetails } from '#modules/identity/account/user-details.schema.ts'
import { selfOrManagerOfField } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { allowedActions } from './can.ts'
import { selectDetails } from './user-details.ts'

export const fetchUser = operation({
  call: 'GET /user/{id}',
  summary: "Returns a person's account. `about=1` leaves out rights, payments and recruiting",
  clients: 'getPerson',
  may: selfOrManagerOfField<{ id: number }>('READ', ({ id: user_id }) => user_id),
  takes: z.object({ id: id(), about: flag().nullish() }),
  gives: z.object({ data: UserDetails, can: Can }),
  async run(ctx, { id: user_id, about }) {
    const person = await selectPerson(ctx, user_id)
    const [data, can] = await Promise.all([
      selectDetails(ctx, user_id, { about: about ?? false }),
      allowedActions(ctx, person),
    ])
    return { data, can }
  },
})
