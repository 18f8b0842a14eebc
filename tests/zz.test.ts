import { test } from 'vitest'
import { openTestApp } from './support/app.ts'
const app = await openTestApp()
test('x', async () => {
  const r = app.database.read
  
  console.table([...await r`select course_version_id, component_id, position, lk_component_type_id ct, final_ind, data->>'quiz_id' q, data->'configuration'->'timer' t, data->'configuration'->'retake' re, data->'configuration'->'review' rv from catalogue.component where lk_component_type_id=3 or position < 4 or position=8 order by 1,3`].map(x=>({...x,t:JSON.stringify(x.t),re:JSON.stringify(x.re),rv:JSON.stringify(x.rv)})))
  console.table([...await r`select course_version_id, question_id, lk_question_type_id, title, configuration->'timer' t from catalogue.question where used_in='registration' order by 1,2`].map(x=>({...x,t:JSON.stringify(x.t)})))
  console.table([...await r`select course_version_id, question_id,lk_question_type_id,  quiz_id, configuration->'timer' t from catalogue.question where used_in<>'registration' and configuration->'timer'->>'active'='true' order by 1,2 limit 20`].map(x=>({...x,t:JSON.stringify(x.t)})))
  console.table([...await r`select attachment_id, organization_id, related_attachment_id, source_path, public_ind from catalogue.attachment limit 12`])
  console.table([...await r`select component_id,position,lk_component_type_id from catalogue.component where course_version_id=1 and lk_component_type_id=4`])
  const t0=performance.now()
  const tables = await r<{t:string}>`select format('%I.%I',table_schema,table_name) t from information_schema.tables where table_type='BASE TABLE' and table_schema in ('identity','catalogue','learning','checkout','settings') order by 1`
  const q = tables.map(({t})=>`select '${t}' as t, count(*)::int n, md5(string_agg(md5(x::text), '' order by x::text)) m from ${t} x`).join(' union all ')
  console.log(await r.unsafe(q)); const t1=performance.now(); await r.unsafe(q); console.log('first',t1-t0,'second',performance.now()-t1)
})
