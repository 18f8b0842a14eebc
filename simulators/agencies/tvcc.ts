import { Hono } from 'hono'
import { serveLocal } from '#platform/http/serve-local.ts'
import { faultOf, type Part, partsOf, readCall, responseEnvelope, soapType, textOf } from './soap.ts'

const namespace = 'http://service.tvcc.example/'
const types = 'http://types.tvcc.example/'

/** The account that the simulated service accepts. */
export const tvccAccount = { user_id: 'demo', password: 'demo-password' } as const

const element = (name: string, type: string) => `<xs:element name="${name}" type="${type}"/>`

/** Its description: a WSDL and the two schemas that it names. The fields are in their own order. */
export const tvccWsdl = (dateType = 'xs:date') => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:tns="${namespace}" targetNamespace="${namespace}" name="TvccServiceImplService">
  <binding name="TvccServiceImplPortBinding" type="tns:TvccService">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
    <operation name="addCourseCompletion"><soap:operation soapAction=""/></operation>
  </binding>
  <service name="TvccServiceImplService"><port name="TvccServiceImplPort" binding="tns:TvccServiceImplPortBinding">
    <soap:address location="https://tvcc.example/tvcc/tvccservice"/>
  </port></service>
</definitions>
<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ns1="${types}" targetNamespace="${namespace}" version="1.0">
  <xs:element name="addCourseCompletion" type="tns:addCourseCompletion"/>
  <xs:complexType name="addCourseCompletion"><xs:sequence>${element('arg0', 'ns1:courseCompletion')}</xs:sequence></xs:complexType>
</xs:schema>
<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${types}" targetNamespace="${types}"
  elementFormDefault="qualified" version="1.0">
  <xs:complexType name="courseCompletion"><xs:sequence>
    ${element('userDto', 'tns:user')}${element('ccDate', dateType)}${element('courtCd', 'xs:string')}
    ${element('refNbr', 'xs:string')}${element('dlNbr', 'xs:string')}${element('lastName', 'xs:string')}
    ${element('firstName', 'xs:string')}${element('dateOfBirth', dateType)}${element('modality', 'xs:string')}
    ${element('classCity', 'xs:string')}
  </xs:sequence></xs:complexType>
  <xs:complexType name="user"><xs:sequence>${element('userId', 'xs:string')}${element('password', 'xs:string')}</xs:sequence></xs:complexType>
</xs:schema>
`

const order = 'userDto ccDate courtCd refNbr dlNbr lastName firstName dateOfBirth modality classCity'.split(' ')

export type TvccSimulator = {
  app: Hono
  /** The fields of every completion that arrived, without the user. */
  calls(): readonly Readonly<Record<string, string>>[]
  /** The next responses, in order: the name of a fault, a status, or `page` for an invalid response. */
  script(...results: string[]): void
}

/** California's service, as far as it is publicly known. Throws in production. */
export function openTvccSimulator({ production }: { production: boolean }): TvccSimulator {
  if (production) throw new Error('The agency simulator must not run in production.')
  const calls: Record<string, string>[] = []
  const scripted: string[] = []
  const app = new Hono()

  app.get('/', (c) => c.text(tvccWsdl(), 200, { 'content-type': 'text/xml' }))
  app.post('/', async (c) => {
    const envelope = await c.req.text()
    const call = readCall(envelope)
    const argument = call?.parameters.length === 1 ? partsOf(call.parameters[0]!.content) : null
    const isCalled = call?.operation === 'addCourseCompletion' && call.namespace === namespace
    if (!isCalled || !argument || !envelope.includes(types))
      return c.body(faultOf('Unmarshalling Error'), 500, soapType)
    const outcome = scripted.shift() ?? verdictOf(argument)
    calls.push(Object.fromEntries(argument.filter(isField).map(({ name, content }) => [name, textOf(content)])))
    if (outcome === 'page') return c.html('<title>Service Unavailable</title>', 503)
    if (outcome.startsWith('Tvcc')) return c.body(faultOf(outcome, outcome), 500, soapType)
    const answer = {
      ccSeqNbr: String(40_000_000 + calls.length),
      ccStatCd: outcome,
      ccSubTstamp: '2026-03-20T12:00:00',
    }
    return c.body(responseEnvelope('addCourseCompletion', namespace, answer), 200, soapType)
  })

  return { app, calls: () => calls, script: (...results) => void scripted.push(...results) }
}

const isField = ({ name }: Part) => name !== 'userDto'

/** The name of a fault, or the status of an accepted completion. */
function verdictOf(parts: readonly Part[]): string {
  const value = (name: string) => textOf(parts.find((part) => part.name === name)?.content ?? '')
  const user = partsOf(parts.find(({ name }) => name === 'userDto')?.content ?? '') ?? []
  const [userId, password] = user.map(({ content }) => textOf(content))
  if (userId !== tvccAccount.user_id || password !== tvccAccount.password) return 'TvccAccessDeniedException'
  const places = parts.map(({ name }) => order.indexOf(name))
  const inOrder = places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]!))
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value('ccDate')) && /^\d{4}-\d\d-\d\d$/.test(value('dateOfBirth'))
  const isWhole = ['courtCd', 'refNbr', 'lastName', 'firstName', 'modality'].every((name) => value(name) !== '')
  const isLicense = /^[A-Z]\d{7}$/.test(value('dlNbr')) && !value('dlNbr').endsWith('0000')
  return inOrder && isDate && isWhole && isLicense ? 'ACCEPTED' : 'TvccValidationFailedException'
}

/** The service on a free local port, for tests. */
export async function startTvccSimulator() {
  const simulator = openTvccSimulator({ production: process.env.NODE_ENV === 'production' })
  const { url, close } = await serveLocal(simulator.app)
  return { url: `${url}/`, simulator, close }
}
