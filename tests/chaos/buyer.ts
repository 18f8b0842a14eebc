import { type Call, type Caller, openCaller, retryCall } from './call.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** A buyer with a cart: a student with a session, or a guest with the secret sent with every call. */
export type Buyer = {
  call: Call
  student: boolean
  /** The fields that name the cart in a body. */
  cartFields: { guest_id?: string }
  /** The fields that the checkout needs from this buyer. */
  form: object
  /** Signs in again after the night ended the session; a guest's secret outlives it. */
  signInAgain(): Promise<void>
}

const courses = [1001, 1002]
const password = 'Long-Road-Home-77'
const agreement = { accepted: true, typed: 'I Agree', opened: true }

/** A buyer with a course in the cart; null if nothing worked for long. */
export async function openBuyer(world: World, random: Random, number: number): Promise<Buyer | null> {
  const caller = openCaller(world.origin, number)
  const student = random.chance(0.4)
  if (student && !(await signUp(caller, number))) return null
  const { call } = caller
  const addedAnswer = await retryCall(() =>
    call('POST', '/cart/addToCart', { course_website_id: random.oneOf(courses) }),
  )
  if (!addedAnswer) return null
  const { guest_id } = addedAnswer.body
  if (student) return { call, student, cartFields: {}, form: { agreement }, signInAgain: () => signIn(caller, number) }
  if (typeof guest_id !== 'string') throw new Error(`no cart: ${JSON.stringify(addedAnswer.body)}`)
  return {
    call,
    student,
    cartFields: { guest_id },
    form: { agreement, student: formOf(number) },
    signInAgain: async () => {},
  }
}

/** The first try may have created the account and lost its response. */
async function signUp(caller: Caller, number: number): Promise<boolean> {
  const createdAnswer = await retryCall(() => caller.call('POST', '/user/createUserFromCheckout', formOf(number)))
  if (createdAnswer?.body.token) caller.signIn(createdAnswer.body.token)
  else if (createdAnswer) await signIn(caller, number)
  return createdAnswer !== null
}

async function signIn(caller: Caller, number: number): Promise<void> {
  const login = { loginid: mailboxOf(number), password }
  const response = await retryCall(() => caller.call('POST', '/user/login', login))
  if (response && !response.body.token) throw new Error(`no session: ${JSON.stringify(response.body)}`)
  caller.signIn(response?.body.token)
}

const mailboxOf = (number: number) => `chaos${number}@example.com`

const formOf = (number: number) => ({
  firstName: 'Kim',
  lastName: 'Solano',
  email: mailboxOf(number),
  loginid: mailboxOf(number),
  password,
  confirmPassword: password,
  numbers: [{ phone_number: '8135550147', lk_phone_number_type_id: 1 }],
})
