import { Hono } from 'hono'
import { z } from 'zod'
import { serveLocal } from '#platform/http/serve-local.ts'
import { faultOf, readCall, responseEnvelope, soapType, textOf } from './soap.ts'

const namespace = 'http://wsPrimerComponentService'
const action = `${namespace}/wsPrimerComponentPort/wsVerifyData`

/** The account that the simulated service accepts. */
export const dicdsAccount = { user_id: 'demo', password: 'demo-password', school_id: '100', instructor: '7' } as const

const names = (
  'mvUserid mvPassword mvSchoolid mvClassDate mvStartTime mvSchoolIns mvSchoolCourse mvFirstName mvMiddleName ' +
  'mvLastName mvSuffix mvDob mvSex mvSocialSN mvCitationDate mvCitationCounty mvCitationNumber mvReasonAttending ' +
  'mvDriversLicense mvdlStateOfRecordCode mvAlienNumber mvNonAlien mvStreet mvApartment mvCity mvState mvZipCode ' +
  'mvZipPlus mvPhone mvEmail'
).split(' ')

/** Its description, as a school would receive it. */
export const dicdsWsdl = `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}" targetNamespace="${namespace}">
  <wsdl:types>
    <xs:schema elementFormDefault="qualified" targetNamespace="${namespace}">
      <xs:simpleType name="street"><xs:restriction base="xs:string"><xs:maxLength value="25"/></xs:restriction></xs:simpleType>
      <xs:element name="wsVerifyData"><xs:complexType><xs:sequence>
        ${names
          .map(
            (name) =>
              `<xs:element minOccurs="0" name="${name}" type="${name === 'mvStreet' ? 'tns:street' : 'xs:string'}"/>`,
          )
          .join('\n        ')}
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="wsVerifyDataResponse"><xs:complexType><xs:sequence>
        <xs:element minOccurs="0" name="wsVerifyDataResult" type="xs:string"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </wsdl:types>
  <wsdl:binding name="wsPrimerComponentPort" type="tns:wsPrimerComponentPort">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="wsVerifyData"><soap:operation soapAction="${action}" style="document"/></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="wsPrimerComponentService">
    <wsdl:port name="wsPrimerComponentPort" binding="tns:wsPrimerComponentPort">
      <soap:address location="https://services.flhsmv.example/wsPrimerComponentService.svc"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`

type DicdsCall = Readonly<Record<string, string>>

export type DicdsSimulator = {
  app: Hono
  /** The parameters of every call that arrived, without the password. */
  calls(): readonly DicdsCall[]
  /** The certificate numbers that it has issued, with the driver's license. */
  issued(): readonly { number: string; license: string }[]
  /** The next responses, in order: a code, a text, or `fault` and `page` for invalid responses. */
  script(...results: string[]): void
  /** The school's remaining certificates. */
  setStock(count: number): void
}

/** Florida's driver school service, as far as it is publicly known. Throws in production. */
export function openDicdsSimulator({ production }: { production: boolean }): DicdsSimulator {
  if (production) throw new Error('The agency simulator must not run in production.')
  const calls: DicdsCall[] = []
  // Numbers are unique for the school, also after a restart: a database may keep those of an earlier process.
  const firstNumber = 100_000_000 + (Math.floor(Date.now() / 1000) % 800_000_000)
  const issued: { number: string; license: string }[] = []
  const scripted: string[] = []
  let stock = 1_000_000
  const app = new Hono()

  function resultOf(values: DicdsCall): string {
    const code = codeOf(values)
    if (code) return code
    if (stock < 1) return 'CC000'
    stock -= 1
    const number = String(firstNumber + issued.length)
    issued.push({ number, license: values.mvDriversLicense ?? '' })
    return number
  }

  app.get('/', (c) => c.text(dicdsWsdl, 200, { 'content-type': 'text/xml' }))
  app.post('/', async (c) => {
    const call = readCall(await c.req.text())
    const isCalled = c.req.header('soapaction') === `"${action}"` && call?.namespace === namespace
    const parameterNames = call?.parameters.map(({ name }) => name)
    // The service reads its parameters by position, and an empty one must contain a space.
    const isWhole =
      parameterNames?.join(' ') === names.join(' ') && call?.parameters.every(({ content }) => content !== '')
    if (!isCalled || !isWhole) return c.body(faultOf('The message could not be read.'), 500, soapType)
    const values = Object.fromEntries(call!.parameters.map(({ name, content }) => [name, textOf(content).trim()]))
    const { mvPassword: _password, ...loggedValues } = values
    calls.push(loggedValues)
    const result = scripted.shift() ?? resultOf(values)
    if (result === 'fault') return c.body(faultOf('The service is not available.'), 500, soapType)
    if (result === 'page') return c.html('<!DOCTYPE html><title>Maintenance</title>')
    return c.body(responseEnvelope('wsVerifyData', namespace, { wsVerifyDataResult: result }), 200, soapType)
  })

  const Stock = z.object({ count: z.int().min(0) })
  app.post('/stock', async (c) => {
    const parsed = Stock.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: true }, 400)
    stock = parsed.data.count
    return c.json({ success: true })
  })

  return {
    app,
    calls: () => calls,
    issued: () => issued,
    script: (...results) => void scripted.push(...results),
    setStock(count) {
      stock = count
    },
  }
}

const date = /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{4}$/

/** The code of a refusal, or null. */
function codeOf(v: DicdsCall): string | null {
  const login = v.mvUserid === dicdsAccount.user_id && v.mvPassword === dicdsAccount.password
  const refusals: readonly (readonly [code: string, isWrong: boolean])[] = [
    ['VL000', !login],
    ['VS000', v.mvSchoolid !== dicdsAccount.school_id],
    ['SI000', v.mvSchoolIns === ''],
    ['SI001', v.mvSchoolIns !== dicdsAccount.instructor],
    ['VC000', !date.test(v.mvClassDate!) || !/^([01]\d|2[0-3])[0-5]\d$/.test(v.mvStartTime!)],
    ['ST000', v.mvFirstName === ''],
    ['DV030', [...v.mvFirstName!].length > 16],
    ['ST001', v.mvLastName === ''],
    ['DV040', [...v.mvLastName!].length > 20],
    ['ST004', !date.test(v.mvDob!)],
    ['ST002', v.mvSex === ''],
    ['DV050', v.mvSex !== 'M' && v.mvSex !== 'F'],
    ['CF020', v.mvSocialSN !== '' && !/^\d{4}$/.test(v.mvSocialSN!)],
    ['ST003', v.mvReasonAttending === ''],
    ['CF030', (v.mvDriversLicense === '') !== (v.mvdlStateOfRecordCode === '')],
    ['CF032', v.mvdlStateOfRecordCode === 'FL' && !/^[A-Z]\d{12}$/.test(v.mvDriversLicense!)],
    ['CF000', v.mvDriversLicense === '' && v.mvSocialSN === ''],
    ['CF033', /0000$/.test(v.mvDriversLicense!)],
    ['CL000', v.mvReasonAttending === 'B1' && v.mvCitationCounty === ''],
    ['CO000', /^MIAMI/.test(v.mvCitationCounty!)],
    ['DV100', v.mvReasonAttending === 'B1' && !/^[A-Z0-9]{7}$/.test(v.mvCitationNumber!)],
    ['DV080', v.mvCitationDate !== '' && !date.test(v.mvCitationDate!)],
    ['DV120', !/^[A-Z]{2}$/.test(v.mvState!)],
    ['DV130', !/^\d{5}$/.test(v.mvZipCode!)],
    ['DV140', v.mvPhone !== '' && !/^\d{10}$/.test(v.mvPhone!)],
  ]
  return refusals.find(([, isWrong]) => isWrong)?.[0] ?? null
}

/** The service on a free local port, for tests. */
export async function startDicdsSimulator() {
  const simulator = openDicdsSimulator({ production: process.env.NODE_ENV === 'production' })
  const { url, close } = await serveLocal(simulator.app)
  return { url: `${url}/`, simulator, close }
}
