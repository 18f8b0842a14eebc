import { test } from 'vitest'
import { openTestApp } from '../../../tests/support/app.ts'
import { addStudent, drawnOf, takeCourse } from './quiz.fixture.ts'
import { answer } from './answer.ts'
const app = await openTestApp()
test('bench', async () => {
  const student = await addStudent(app)
  const client = await app.as(student)
  const place = await takeCourse(app, student, 1, 1011)
  await client.post('/quiz/start', place)
  const [q] = await drawnOf(app, place)
  await client.get(`/quiz/question/current?studentCourseId=${place.studentCourseId}&componentId=1011`)
  const ctx = await app.ctx(await app.actorOf(student))
  const { read } = app.database
  const [row] = await read<{ answer_id: number }>`select answer_id from learning.quiz_answer limit 1`
  await read`create table if not exists public.bare (id int primary key, v jsonb)`
  await read`insert into public.bare values (1, '1')`
  const rate = async (deed: (n: number) => Promise<unknown>, ms = 3000) => {
    for (let n = 0; n < 50; n++) await deed(n)
    const start = performance.now(); let n = 0
    while (performance.now() - start < ms) await deed(n++)
    return Math.round((n * 1000) / (performance.now() - start))
  }
  for (let round = 0; round < 2; round++) {
    const bare = await rate((n) => read`update learning.quiz_answer set answer = ${read.json(1 + (n % 2))} where answer_id = ${row!.answer_id}` as unknown as Promise<unknown>)
    const mine = await rate((n) => answer.run(ctx, { ...place, questionId: q!.question_id, answer: 1 + (n % 2) }))
    const tx = await rate(() => app.database.tx((sql) => sql`update public.bare set v = '2' where id = 1`))
    console.log({ bare, mine, tx, ratio: mine / bare })
  }
}, 60_000)
