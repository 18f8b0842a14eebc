import { createBuilder } from 'vite'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
const out='/tmp/accui/dist'
const b = await createBuilder({ logLevel:'error', environments:{ client:{ build:{ outDir: out, emptyOutDir:true } } } })
await b.build(b.environments.client)
const m = JSON.parse(readFileSync(out+'/.vite/manifest.json','utf8'))
const gz = f => gzipSync(readFileSync(out+'/'+f)).length
function all(key, seen=new Set(), dyn=true){ if(seen.has(key)) return seen; seen.add(key); const c=m[key]; for(const i of c.imports??[]) all(i,seen,dyn); if(dyn && !c.isEntry) for(const i of c.dynamicImports??[]) all(i,seen,dyn); return seen }
const entry = Object.keys(m).find(k=>k.endsWith('client.ts'))
const base = all(entry,new Set(),false)
for (const k of Object.keys(m).filter(k=>/identity\/account\/.*island/.test(k))) {
  const s=new Set([...base]); all(k,s); const files=[...new Set([...s].map(x=>m[x].file))].filter(f=>f.endsWith('.js'))
  const list = files.map(f=>[f,gz(f)]).sort((a,b)=>b[1]-a[1])
  console.log(k, list.reduce((a,[,n])=>a+n,0), list.length, list.slice(0,40).map(([f,n])=>f.replace('assets/','').replace(/-[^-]*\.js/,'')+':'+n).join(' '))
}
