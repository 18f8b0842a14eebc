const base='http://localhost:3071'
const login=await fetch(base+'/login',{method:'POST',headers:{'content-type':'application/x-www-form-urlencoded',origin:base},redirect:'manual',body:'loginid=admin@example.com&password=Demo-Password-2026!'})
const cookie=login.headers.getSetCookie().map(c=>c.split(';')[0]).join('; ')
const [method,path,body]=process.argv.slice(2)
const r=await fetch(base+'/api'+path,{method,headers:{cookie,origin:base,'content-type':'application/json'},body})
console.log(r.status,(await r.text()).slice(0,1500))
