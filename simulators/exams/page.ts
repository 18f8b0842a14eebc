import type { Context } from 'hono'
import { html } from 'hono/html'

/** A person's options in the simulated exam, with their labels. */
const choices = {
  start: 'Start the exam',
  pass: 'Hand in: 90 percent, nothing noticed',
  fail: 'Hand in: 50 percent, nothing noticed',
  wait: 'Hand in, to be reviewed later',
  violation: 'Hand in: 90 percent, a second person was seen',
  decline: 'Leave without the exam',
} as const
export type Choice = keyof typeof choices

export const isChoice = (text: unknown): text is Choice => typeof text === 'string' && Object.hasOwn(choices, text)

type PageProps = { attempt: string; status: string; student: string; exam: string }

/** The page where a person plays student, exam and proctor at once. */
export const examPage = (c: Context, { attempt, status, student, exam }: PageProps) => {
  const open = status === 'created' ? (['start', 'decline'] as const) : (['pass', 'fail', 'wait', 'violation'] as const)
  const offeredChoices = status === 'created' || status === 'started' ? open : []
  return c.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>Exam (simulated)</title>
  </head>
  <body>
    <main>
      <h1>Exam (simulated)</h1>
      <p>${student}: ${exam}</p>
      <p>State: <strong>${status}</strong></p>
      <form method="post">
        <input type="hidden" name="attempt" value="${attempt}" />
        ${offeredChoices.map((choice) => html`<p><button name="choice" value="${choice}">${choices[choice]}</button></p>`)}
      </form>
    </main>
  </body>
</html>`)
}
