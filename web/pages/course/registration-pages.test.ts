import { describe, expect, test } from 'vitest'
import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { enroll, selectStudentCourse, status } from '#modules/learning/index.ts'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { listMissingProfileFields } from '#modules/learning/registration/profile-missing.ts'
import { manifests } from '#modules/manifests.ts'
import { unlimited } from '#platform/http/rate.ts'
import { askLicenseState, licenseStateQuestion, stateLicense } from '#tests/fixtures/learning/license-state.ts'
import { openTestApp } from '#tests/support/app.ts'
import { answerQuestions, answerRegistration, birthFor, fillAboutYou, onePixel } from '#tests/support/registration.ts'
import { createApp } from '#web/app.ts'
import agreement from './agreement.page.tsx'
import confirm from './confirm.page.tsx'
import index from './index.page.tsx'
import registration from './registration.page.tsx'
import question from './registration-question.page.tsx'

const app = await openTestApp()
const site = createApp({
  services: app.services,
  site: { baseUrl: new URL('http://localhost:3000'), trustProxy: false },
  manifests,
  pages: [index, registration, question, agreement, confirm],
  rates: unlimited,
  ready: () => true,
})
// The demo has no repeated question, but an author may add one.
await app.database.read`
  update catalogue.question set configuration = jsonb_set(configuration, '{confirm}', 'true')
  where course_version_id = 1 and question_id in (10158, 10160)`
/** The question about the state of the license, which the demo takes from the program's list. */
const [{ question_id: licenseState } = { question_id: 0 }] = await app.database.read<{ question_id: number }>`
  select question_id from catalogue.question
  where course_version_id = 1 and used_in = 'registration' and lk_question_type_id = ${questionType.state}`
const host = 'localhost:3000'
let orders = 950_000
const address = { address1: '1 Main Street', city: 'Tampa', lk_state_id: '10', zip: '33601' }

type Form = Record<string, string | string[] | File>

/** A browser without scripts: a student who bought the course. */
async function openBrowserFor(course_version_id: number, language = '') {
  orders += 1
  const name = `page${orders}`
  const [person] = await app.database.read<{ user_id: number; organization_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, lk_language_id)
    values (1, 3, ${name}, ${`${name}@example.com`}, 'Page', 'Student', ${language === 'es-es' ? 2 : 1})
    returning user_id, organization_id`
  const [courseWebsite] = await app.database.read<{ course_website_id: number }>`
    select course_website_id from catalogue.v_course_website where course_version_id = ${course_version_id} limit 1`
  const system = await app.ctx({ kind: 'system', name: 'test' })
  const enrollment = { lk_shipping_type_id: 1, audio_ind: false, order_item_id: orders, paid: true, course_version_id }
  const { student_course_id } = await system.tx((inner) =>
    enroll(inner, { ...person!, ...courseWebsite!, ...enrollment }),
  )
  const actor = await app.actorOf(person!.user_id)
  const cookie = `waypost=${actor.token}; locale=${language}`
  const path = (place: string) => `http://${host}/course/${student_course_id}${place}`

  async function send(place: string, form?: Form, overrides: Record<string, string> = {}) {
    const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', cookie, ...overrides }
    const response = await site.request(
      path(place),
      form ? { method: 'POST', headers, body: formData(form) } : { headers },
    )
    const to = response.headers.get('location')?.replace(`/course/${student_course_id}`, '') ?? null
    return { status: response.status, to, text: (await response.text()).replaceAll(/&#x27;/g, "'") }
  }
  const course = async () => selectStudentCourse(system, student_course_id)
  return { student_course_id, user_id: person!.user_id, ctx: await app.ctx(actor), send, course }
}

function formData(form: Form): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) for (const item of [value].flat()) data.append(name, item)
  return data
}

const minutesLeft = (page: string) => Number(/About (\d+) minutes? left/.exec(page)?.[1])
const barOf = (page: string) => Number(/<progress[^>]* value="([\d.]+)"/.exec(page)?.[1])

test("a photograph that is too large is refused on its question's page", async () => {
  const { send } = await openBrowserFor(2)
  const photograph = { answer_20101: new File([onePixel], 'license.png', { type: 'image/png' }) }
  const { status: statusCode, text } = await send('/registration/20101', photograph, { 'content-length': '12582912' })
  expect(statusCode).toBe(413)
  expect(text).toContain('This is too large. Make it smaller and try again.')
  expect(text).toContain('Choose a photo or PDF of up to 10 MB.')
})

test("the course's words have their language on a page in another one, and the page's own words do not", async () => {
  const spanish = await openBrowserFor(1, 'es-es')
  const first = (await spanish.send('/registration')).text
  expect(first).toContain('<span lang="en-us">Have your driver license and your citation')
  expect(first).toContain('<span lang="en-us" class="block truncate leading-6">Basic Driver Improvement</span>')
  await spanish.send('/registration', address)
  const reason = (await spanish.send('/registration/10153')).text
  expect(reason).toContain('<span lang="en-us">Why are you taking this course?</span>')
  expect(reason).not.toMatch(/<span lang="en-us">[^<]*Siguiente/)
  await spanish.send('/registration/10153', { answer_10153: '1' })
  const citation = (await spanish.send('/registration/10154')).text
  expect(citation).toContain('<option value="1" lang="en-us">Florida Class E</option>')
  expect(citation).toMatch(/<option value="">Elija…<\/option>|<option value="" selected="">Elija…<\/option>/)
  expect(citation).toContain('<span lang="en-us">What is your date of birth?</span>')
  expect(citation).toMatch(/<span lang="en-us">The date is on your court paper[^<]*<\/span> DD\/MM\/AAAA/)
  const english = await openBrowserFor(1)
  expect((await english.send('/registration')).text).not.toContain('lang="en-us">Have')
})

test('a registration is completed from the first page to the course, without scripts', async () => {
  const { send, course } = await openBrowserFor(1)
  const first = (await send('/registration')).text
  expect(first).toContain('Have your driver license and your citation')
  expect(first).toContain('"learning/idle-watch"')
  expect(first).toContain('Step 1 of 3')
  // The course is for Florida only.
  expect(first).toMatch(/<option value="10" selected=""/)
  expect((await send('/registration', address)).to).toBe('/registration/10153')
  const reason = await send('/registration/10153')
  expect(reason.text).toContain('Step 2 of 3')
  expect(reason.text).toContain('"learning/idle-watch"')
  expect(reason.text).toContain('Why are you taking this course?')
  expect((await send('/registration/10153', { answer_10153: '2' })).to).toBe('/registration/10154')
  const facts = {
    answer_10154: 'ABC-1234',
    answer_10155: '10048',
    answer_10156: '',
    answer_10157: new File([onePixel], 'order.png', { type: 'image/png' }),
    answer_10158: 'w426556678901',
    again_10158: 'W426556678901',
    ssn_10159: '4321',
    answer_10160: '03/14/1990',
    again_10160: '03/14/1990',
    answer_10161: '1',
  }
  // The answer brought four more questions, and neither steps nor minutes.
  const citation = (await send('/registration/10154')).text
  expect(citation).toContain('Step 2 of 3')
  expect((await send('/registration/10154', facts)).to).toBe('/registration/10163')
  const pages = [first, reason.text, citation, (await send('/registration/10163')).text]
  expect(pages.map(minutesLeft)).toEqual([6, 6, 5, 2])
  expect(pages.map(barOf).map((value) => value.toFixed(2))).toEqual(['1.00', '1.00', '1.08', '1.75'])
  const wishes = { answer_10163: ['1', '3'], answer_10164: 'Keep more distance', [`answer_${licenseState}`]: '11' }
  expect((await send('/registration/10163', wishes)).to).toBe('/registration')
  const overview = await send('/registration')
  for (const text of [
    'A judge ordered it',
    'order.png',
    'W426556678901',
    'Car or SUV, Motorcycle',
    'Saved',
    'Finish registration',
  ])
    expect(overview.text).toContain(text)
  expect(overview.text).not.toContain('4321')
  expect((await send('/registration', { step: 'finish' })).to).toBe('')
  expect((await course()).lk_student_course_status_id).toBe(status.paidRegistered)
})

test('a license number without a usual format of its state is saved, questioned once, and stored', async () => {
  const { send, student_course_id } = await openBrowserFor(2)
  await askLicenseState(app.database.read, 2)
  await stateLicense(app.database.read, student_course_id, 'FL')
  const page = '/registration/20093?change=1'
  const unusual = { answer_20093: 'W4265566', again_20093: 'W4265566' }
  expect((await send(page, unusual)).to).toBe(page)
  const { text } = await send(page)
  expect(text).toContain('Florida numbers usually have 1 letter and 12 digits.')
  expect(text).toContain('name="seen_20093" value="W4265566"')
  // Another unusual number is questioned again.
  const other = { answer_20093: 'W4265567', again_20093: 'W4265567', seen_20093: 'W4265566' }
  expect((await send(page, other)).to).toBe(page)
  expect((await send(page, { ...other, seen_20093: 'W4265567' })).to).toBe('/registration')
  expect((await send('/registration')).text).toContain('Is this number right?')
  const usual = { answer_20093: 'W426556678901', again_20093: 'W426556678901' }
  expect((await send(page, usual)).to).toBe('/registration')
  expect((await send('/registration')).text).not.toContain('Is this number right?')
  await app.database.read`delete from catalogue.question where question_id = ${licenseStateQuestion}`
  clearVersionCache()
})

describe('the first page', () => {
  test('asks only for the profile fields the course needs, and keeps the typed text', async () => {
    const { send, ctx, student_course_id } = await openBrowserFor(1)
    expect((await send('')).to).toBe('/registration')
    const html = (await send('/registration')).text
    const fieldNames = ['address1', 'address2', 'city', 'lk_state_id', 'zip']
    expect([...html.matchAll(/name="([a-z0-9_]+)"/g)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(fieldNames),
    )
    for (const name of ['dob', 'gender', 'first_name', 'phone_number_0']) expect(html).not.toContain(`name="${name}"`)
    expect(html).toMatch(/<form[^>]* noValidate=""/)
    const response = await send('/registration', { ...address, city: '', zip: '12' })
    expect(response.status).toBe(422)
    expect(response.text).toContain('value="1 Main Street"')
    const focused = response.text.match(/<(input|select)[^>]*autofocus[^>]*>/gi) ?? []
    expect(focused.map((field) => /name="(\w+)"/.exec(field)?.[1])).toEqual(['city'])
    expect((await send('/registration', address)).to).toBe('/registration/10153')
    const people = await ctx.sql<{ zip: string }>`
      select p.zip from identity.person p join learning.student_course c using (user_id)
      where c.student_course_id = ${student_course_id}`
    expect(people[0]?.zip).toBe('33601')
  })

  test('a date of birth is asked once: its question fills the profile, and is filled from it', async () => {
    const { send, ctx, user_id, student_course_id } = await openBrowserFor(1)
    const dob = async () => {
      const rows = await ctx.sql<{
        dob: string | null
      }>`select dob::text from identity.person where user_id = ${user_id}`
      return rows[0]!.dob
    }
    await answerQuestions(ctx, student_course_id)
    expect(await dob()).toBeNull()
    await send('/registration', address)
    expect((await send('/registration', { step: 'finish' })).to).toBe('')
    expect(await dob()).toBe('2008-03-14')

    const browser = await openBrowserFor(1)
    await app.database.read`update identity.person set dob = '1990-02-01' where user_id = ${browser.user_id}`
    await browser.send('/registration', address)
    expect((await browser.send('/registration')).text).toContain('02/01/1990')
    await browser.send('/registration/10153', { answer_10153: '5' })
    const rest = {
      answer_10158: 'W426556678901',
      again_10158: 'W426556678901',
      ssn_10159: '4321',
      answer_10161: '1',
      [`answer_${licenseState}`]: '10',
    }
    const page = (await browser.send('/registration/10158')).text
    expect(page).toContain('value="02/01/1990"')
    // Typed on a phone without slashes, and with them.
    const dates = { answer_10160: '02011990', again_10160: '2/1/1990' }
    expect((await browser.send('/registration/10158', { ...rest, ...dates })).to).toBe('/registration')
  })
})

describe('a question page', () => {
  test('shows a wrong answer again with its error at the field', async () => {
    const { send } = await openBrowserFor(1)
    await send('/registration/10153', { answer_10153: '1' })
    const response = await send('/registration/10154', { answer_10154: 'no!', answer_10155: '10048' })
    expect(response.status).toBe(422)
    expect(response.text).toContain('One or more answer you provided is invalid')
    expect(response.text).toContain('Must be between 6 and 14 characters.')
    expect(response.text).toMatch(/value="no!"/)
    expect(response.text).toMatch(/aria-invalid="true"/)
  })

  test('requires important answers twice', async () => {
    const { send } = await openBrowserFor(1)
    const response = await send('/registration/10158', {
      answer_10158: 'W426556678901',
      again_10158: 'W426556678902',
    })
    expect(response.text).toContain("The two answers don't match.")
    const wrongFile = await send('/registration/10153', { answer_10153: '2' })
    expect(wrongFile.status).toBe(303)
    const program = new File([onePixel], 'order.exe')
    expect((await send('/registration/10157', { answer_10157: program })).text).toContain(
      'Provided file type is not supported',
    )
  })

  test('never shows a Social Security number again, and keeps it if nothing is typed', async () => {
    const { send, ctx, student_course_id } = await openBrowserFor(4)
    await send('/registration/40084', { answer_40084: '2' })
    const at = '/registration/40086?change=1'
    const response = await send(at, { ssn_40086: '43x1' })
    expect(response.text).not.toContain('43x1')
    expect(response.text).toContain('uses these four digits to find your record')
    const saved = async () => {
      const rows = await listAnswers(ctx, student_course_id)
      return rows.find(({ question_id }) => question_id === 40086)?.answer
    }
    expect((await send(at, { ssn_40086: '4321' })).to).toBe('/registration')
    expect((await send(at)).text).not.toContain('4321')
    expect((await send(at, { ssn_40086: '' })).to).toBe('/registration')
    expect(await saved()).toBe('4321')
  })

  test('allows a final answer to change in the review, and not after submission', async () => {
    const { send, ctx, student_course_id } = await openBrowserFor(4)
    await answerQuestions(ctx, student_course_id, ({ question_id }) => (question_id === 40084 ? 2 : undefined))
    await ctx.sql`
      update learning.registration_answer set submitted_at = null where student_course_id = ${student_course_id}`
    await fillAboutYou(ctx, birthFor(await selectCourseVersion(ctx, 4)))
    const at = '/registration/40086?change=1'
    expect((await send('/registration')).text).toContain(`href="/course/${student_course_id}${at}"`)
    expect((await send(at, { ssn_40086: '9876' })).to).toBe('/registration')
    expect((await send('/registration', { step: 'finish' })).to).toBe('')
    const lateResponse = await send(at, { ssn_40086: '1111' })
    expect((await send(at)).text).toContain('You can no longer answer this question.')
    const rows = await listAnswers(ctx, student_course_id)
    const row = rows.find(({ question_id }) => question_id === 40086)
    expect([lateResponse.status, row?.answer]).toEqual([303, '9876'])
  })

  test('saves the valid answers of its page, keeps the typed text and focuses the first wrong field', async () => {
    const { send } = await openBrowserFor(1)
    await send('/registration', address)
    await send('/registration/10153', { answer_10153: '1' })
    const response = await send('/registration/10154')
    expect(response.text).toContain('Step 2 of 3')
    expect(response.text).toMatch(/<form[^>]* noValidate=""/)
    const sentBody = {
      answer_10154: 'ABC-1234',
      answer_10155: '10048',
      ssn_10159: '43',
      answer_10158: 'X1',
      again_10158: 'X1',
    }
    const refusedResponse = await send('/registration/10154', sentBody)
    expect(refusedResponse.status).toBe(422)
    expect(refusedResponse.text).toMatch(
      /name="answer_10154"[^>]*value="ABC-1234"|value="ABC-1234"[^>]*name="answer_10154"/,
    )
    const focused = refusedResponse.text.match(/<(input|select)[^>]*autofocus[^>]*>/gi) ?? []
    expect(focused).toHaveLength(1)
    expect(focused[0]).toContain('name="answer_10158"')
    expect((await send('/registration')).text).toContain('ABC-1234')
  })

  test('is available in Spanish and parses the date in its order', async () => {
    const { send, ctx, student_course_id } = await openBrowserFor(3, 'es-es')
    const page = await send('/registration/30068')
    expect(page.text).toContain('DD/MM/AAAA')
    expect(page.text).toContain('Siguiente')
    expect(
      (await send('/registration/30068?change=1', { answer_30068: '31/12/1990', again_30068: '31/12/1990' })).status,
    ).toBe(303)
    // Nothing is requested twice: both fields of the saved date are filled in.
    expect((await send('/registration/30068?change=1')).text.match(/value="31\/12\/1990"/g)).toHaveLength(2)
    const rows = await ctx.sql<{ answer: string }>`
      select answer from learning.registration_answer where student_course_id = ${student_course_id}`
    expect(rows[0]?.answer).toBe('12/31/1990')
    expect((await send('/registration', { ...address, gender: 'F' })).status).toBe(303)
    expect((await send('/registration')).text).toContain('31/12/1990')
  })

  test("returns 404 for a hidden question, or another person's", async () => {
    const { send } = await openBrowserFor(1)
    const other = await openBrowserFor(1)
    expect((await send('/registration/10154')).status).toBe(302)
    expect((await send(`/../${other.student_course_id}/registration/10153`)).status).toBe(302)
    expect((await send(`/../${other.student_course_id}/registration`)).status).toBe(302)
    expect((await send(`/../${other.student_course_id}/agreement`)).status).toBe(302)
    expect((await send(`/../${other.student_course_id}/confirm`)).status).toBe(302)
  })
})

test('an incomplete registration stays, and lists what is missing', async () => {
  const { send, course } = await openBrowserFor(1)
  await send('/registration', address)
  await send('/registration/10153', { answer_10153: '5' })
  const response = await send('/registration', { step: 'finish' })
  expect(response.status).toBe(422)
  expect(response.text).toContain('There is a problem with one or more of your registration questions.')
  expect((await course()).registered_at).toBeNull()
})

test('the agreement shows the disclaimer, refuses other words and ends the registration', async () => {
  const { send, ctx, course, student_course_id } = await openBrowserFor(2)
  await answerQuestions(ctx, student_course_id)
  expect((await send('/registration', { step: 'finish' })).to).toBe('/agreement')
  expect((await send('/registration')).to).toBe('/agreement')
  const disclaimer = (await send('/agreement')).text
  expect(disclaimer).toContain('I will complete every unit and assessment myself.')
  expect(disclaimer).toContain('"learning/idle-watch"')
  const response = await send('/agreement', { agreement: 'I agree' })
  expect(response.status).toBe(422)
  expect(response.text).toContain("You must type 'I Agree'")
  expect((await send('/agreement', { agreement: 'I Agree' })).to).toBe('')
  expect(await course()).toMatchObject({ lk_student_course_status_id: status.paidRegistered })
})

test('an agreement that need not be typed is a checkbox', async () => {
  const input = async (mustTypeIAgree: boolean) => {
    await app.database.read`
      update catalogue.course_version
      set course_registration_options = course_registration_options || ${app.database.read.json({ mustTypeIAgree })}
      where course_version_id = 2`
    clearVersionCache()
  }
  await input(false)
  const { send, ctx, course, student_course_id } = await openBrowserFor(2)
  await answerQuestions(ctx, student_course_id)
  expect((await send('/registration', { step: 'finish' })).to).toBe('/agreement')
  const html = (await send('/agreement')).text
  expect(html).toContain('I have read this and agree to it.')
  expect(html).toMatch(/<input[^>]*type="checkbox"/)
  expect(html).not.toContain("Type 'I Agree'")
  const response = await send('/agreement', {})
  expect(response.status).toBe(422)
  expect(response.text).toContain('Check the box to continue.')
  expect((await send('/agreement', { agreement: 'I Agree' })).to).toBe('')
  expect(await course()).toMatchObject({ lk_student_course_status_id: status.paidRegistered })
  await input(true)
})

describe('a course with an age rule', () => {
  const fromShop = async (dob: string | null) => {
    const student = await openBrowserFor(2)
    const { user_id, student_course_id, ctx } = student
    await app.database.read`update identity.person set dob = ${dob} where user_id = ${user_id}`
    await app.database.read`
      update learning.student_course set purchased_via = 'shopify' where student_course_id = ${student_course_id}`
    return { ...student, answer: () => answerQuestions(ctx, student_course_id) }
  }

  test('requires the date of birth', async () => {
    const confirmForm = async (dob: boolean) => {
      await app.database.read`
        update catalogue.course_version
        set completion_configuration = jsonb_set(completion_configuration, '{confirm,dob}', ${app.database.read.json(dob)})
        where course_version_id = 2`
      clearVersionCache()
    }
    await confirmForm(false)
    const shop = await fromShop(null)
    expect(await listMissingProfileFields(shop.ctx, await shop.course(), [])).toContain('dob')
    const boughtCourse = await openBrowserFor(2)
    expect(await listMissingProfileFields(boughtCourse.ctx, await boughtCourse.course(), [])).toContain('dob')
    await app.database.read`update identity.person set dob = '1990-05-04' where user_id = ${boughtCourse.user_id}`
    expect(await listMissingProfileFields(boughtCourse.ctx, await boughtCourse.course(), [])).not.toContain('dob')
    await confirmForm(true)
  })

  test.each([
    ['2010-05-04', 422],
    ['1990-05-04', 303],
  ])('applies its rule to a student born %s', async (dob, expected) => {
    const { send, answer, course } = await fromShop(dob)
    await answer()
    const finished = await send('/registration', { step: 'finish' })
    expect(finished.status).toBe(expected)
    await send('/agreement', { agreement: 'I Agree' })
    if (expected === 422) {
      expect(finished.text).toContain('You must be 18 or older to take this course. Contact support for help.')
      expect((await course()).registered_at).toBeNull()
    } else expect((await course()).registered_at).toBeInstanceOf(Date)
  })
})

test('the confirmation shows profile and answers, and returns to the lessons if something is wrong', async () => {
  const { send, ctx, user_id, course, student_course_id } = await openBrowserFor(4)
  await answerRegistration(app, user_id, student_course_id)
  expect((await send('/confirm')).to).toBe('')
  await app.database.read`
    update learning.student_course set lk_student_course_status_id = ${status.confirmingInformation}
    where student_course_id = ${student_course_id}`
  const reply = await send('/confirm', { step: 'confirm' })
  expect(reply.text).toContain('Gender is required')
  await fillAboutYou(ctx)
  const response = await send('/confirm')
  expect(response.text).toContain('"learning/idle-watch"')
  for (const text of ['Your motor vehicle agency compares', 'Page Student', '1 Main Street', 'W426556678901'])
    expect(response.text).toContain(text)
  expect((await send('/confirm', { step: 'back' })).to).toBe('')
  expect((await course()).lk_student_course_status_id).toBe(status.inProgress)
})

describe('a timed question', () => {
  const path = '/registration/30064'
  const timed = async () => {
    await app.database.read`
      update catalogue.question set configuration = jsonb_set(configuration, '{timer}', '{"active": true, "seconds": 60}')
      where course_version_id = 3 and question_id = 30064`
    const student = await openBrowserFor(3)
    await send(student)
    return student
  }
  const send = ({ send: post }: Awaited<ReturnType<typeof openBrowserFor>>) => post('/registration', address)
  const answerOf = async ({ ctx, student_course_id }: Awaited<ReturnType<typeof openBrowserFor>>) =>
    (await listAnswers(ctx, student_course_id)).find(({ question_id }) => question_id === 30064)?.answer ?? null

  test('counts down, and saves the typed answer when its time ends', async () => {
    const student = await timed()
    expect((await student.send(path)).text).toContain('You have 60 seconds to answer this question.')
    expect((await student.send(path, { step: 'start' })).to).toBe(path)
    const html = (await student.send(path)).text
    expect(html).toContain('"learning/quiz-timer"')
    expect(html).toContain('id="answers"')
    await app.moveClock(61_000)
    const response = await student.send(path, { answer_30064: '1', go: 'expired' })
    expect([response.status, response.to === path]).toEqual([303, false])
    expect(await answerOf(student)).toBe(1)
  })

  test('can be started again if nothing can be saved, three times a day', async () => {
    const student = await timed()
    for (const _ of [1, 2, 3]) {
      await student.send(path, { step: 'start' })
      await app.moveClock(63_000)
      expect((await student.send(path, { answer_30064: '1', go: 'expired' })).to).toBe(path)
      expect(await answerOf(student)).toBeNull()
      expect((await student.send(path)).text).toContain('Time is up.')
    }
    const response = await student.send(path, { step: 'start' })
    expect(response.status).toBe(422)
    expect(response.text).toContain('You started the timer for this question 3 times.')
  })
})
