import { test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
test('measure', async () => {
 for (let k=0;k<10;k++) {
  await read`insert into checkout.promo_code (organization_id, code, percent_off) select 1, 'CODE-' || upper(substr(md5(n::text),1,12)), 10 from generate_series(1+${k}::int*20000,${k}::int*20000+20000) n`
  await read`insert into identity.storefront_order (organization_id, provider, order_name, order_key, external_id, email, customer_name, paid_at)
   select 1,'shopify','#'||(100000+n),(100000+n)::text,(100000+n)::text, 'b'||n||'@example.com', 'Ana ' || substr(md5(n::text),1,8), platform.now() from generate_series(1+${k}::int*100000,${k}::int*100000+100000) n`
  await read`insert into checkout.storefront_line (storefront_order_id, organization_id, external_id, copy, title, sku, lk_storefront_line_status_id)
   select storefront_order_id, organization_id, '1',1,'Basic Driver Improvement','BDI',1 from identity.storefront_order where storefront_order_id not in (select storefront_order_id from checkout.storefront_line)`
  await read`with b as (insert into checkout.authorization_key_batch (organization_id, quantity, request_id, created_by) select 1,1,gen_random_uuid(), user_id from identity.person where loginid='admin@example.com' returning *)
   insert into checkout.authorization_key (organization_id, authorization_key_batch_id, course_website_id, course_id, course_name, code_hash, last_group)
   select 1, b.authorization_key_batch_id, o.course_website_id, o.course_id, 'Basic Driver Improvement', sha256(n::text::bytea), translate(upper(substr(md5(n::text),1,4)),'ILOU','XXXX') from b, (select * from catalogue.course_website where organization_id=1 limit 1) o, generate_series(1+${k}::int*100000,${k}::int*100000+100000) n`
 }
  await read`analyze`
  for (const [list] of [['/storefrontOrder/fetch'],['/promocode/fetch'],['/authorizationKeys/fetch'],['/find/records']])
   for (const s of ['ana qzx','cab 4711','basic','kkkqqq zzzppp','1a2b3c','ana','improvement zzz', 'sunshine'])  {
    const times=[]
    let st
    for (let i=0;i<5;i++){ const t=performance.now(); const r= await admin.get(list+'?'+(list==='/find/records'?'text':'search')+'='+encodeURIComponent(s)); st=r.status; times.push(Math.round(performance.now()-t)) }
    console.log(list, s, st, times.join(' '))
  }
}, 900_000)
