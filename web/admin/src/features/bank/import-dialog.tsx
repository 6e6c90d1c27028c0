import { useRef, useState } from 'react'
import { ApiError, post } from '../../api/client'
import type { BankFile, BankMapping, BankOptions, BankPreview } from '../../api/wire-bank'
import { Alert, App, Button, Flex, Modal, Select, Space, Spin, Table } from '../../kit'
import { text } from '../../text/zh-cn'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { contentOf } from './rules'

const words = text.bankFile
const maxSize = 5 << 20
const own = 'own'

const noMapping: BankMapping = {
  date: '',
  time: '',
  in: '',
  out: '',
  amount: '',
  side: '',
  name: '',
  account: '',
  remarks: [],
  serial: '',
  balance: '',
  currency: '',
}

interface Chosen {
  name: string
  content: string
}

/** ImportDialog reads a statement, shows what was understood, and imports it for the account that was chosen. */
export function ImportDialog({ options, onClose }: { options: BankOptions; onClose: () => void }) {
  const { message, modal } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef(0)
  const [account, setAccount] = useState<string>()
  const [file, setFile] = useState<Chosen>()
  const [form, setForm] = useState('')
  const [mapping, setMapping] = useState(noMapping)
  const [preview, setPreview] = useState<BankPreview>()
  const [problem, setProblem] = useState<string>()
  const [reading, setReading] = useState(false)
  const { run, running } = useAction<BankFile>(words.imported)

  const body = (chosen: Chosen, forAccount: string, as: string, by: BankMapping) => ({
    account: forAccount,
    name: chosen.name,
    content: chosen.content,
    form: as === own ? '' : as,
    mapping: as === own ? by : noMapping,
  })

  const read = async (chosen: Chosen | undefined, forAccount: string | undefined, as: string, by: BankMapping) => {
    if (!chosen || !forAccount) return
    // Only the last question's answer counts.
    asked.current += 1
    const turn = asked.current
    setReading(true)
    setProblem(undefined)
    try {
      const found = await post<BankPreview>('/bank/preview', body(chosen, forAccount, as, by))
      if (turn !== asked.current) return
      setPreview(found)
      if (as === '') {
        setForm(found.form || own)
        setMapping(found.mapping)
      }
    } catch (error) {
      if (turn !== asked.current) return
      setPreview(undefined)
      setProblem(error instanceof ApiError ? error.message : words.unreadable)
    } finally {
      if (turn === asked.current) setReading(false)
    }
  }

  const choose = async (picked: File) => {
    if (picked.size > maxSize) return void message.error(words.tooLarge)
    const chosen = { name: picked.name, content: await contentOf(picked) }
    setFile(chosen)
    setForm('')
    await read(chosen, account, '', noMapping)
  }

  const send = async () => {
    if (!file || !account) return
    const { ok, answer } = await run('/bank/files', body(file, account, form, mapping))
    if (!ok || !answer) return
    const said = answer.added === 0 ? words.nothingNew : words.result(answer.added, answer.lines)
    modal.info({
      title: said,
      content: answer.before === null ? undefined : words.before(answer.before),
      okText: text.bank.close,
    })
    onClose()
  }

  const map = (next: BankMapping) => {
    setMapping(next)
    void read(file, account, own, next)
  }
  const ready = file !== undefined && account !== undefined && preview !== undefined && preview.problem === null
  return (
    <Modal
      open
      title={words.title}
      width={920}
      style={{ top: 24 }}
      classNames={{ body: 'tall-form' }}
      onCancel={onClose}
      footer={
        <Space>
          <Button onClick={onClose}>{text.bank.close}</Button>
          <Button type="primary" disabled={!ready || reading} loading={running} onClick={send}>
            {words.ok}
          </Button>
        </Space>
      }
    >
      <Flex vertical gap={12}>
        <Select
          aria-label={text.bank.account}
          placeholder={words.accountNone}
          value={account}
          options={options.accounts.map(({ id, label }) => ({ value: id, label }))}
          onChange={(next) => {
            setAccount(next)
            void read(file, next, form, mapping)
          }}
        />
        <Flex gap={12} wrap align="center">
          <Button onClick={() => input.current?.click()}>{words.choose}</Button>
          <span>{file?.name ?? <span className="muted">{words.chooseHint}</span>}</span>
        </Flex>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label={words.choose}
          style={{ display: 'none' }} // a form of antd shows it in spite of hidden
          onChange={(event) => {
            const picked = event.target.files?.[0]
            event.target.value = ''
            if (picked) void choose(picked)
          }}
        />
        {problem !== undefined && <Alert type="error" showIcon title={problem} />}
        {reading && <Spin description={words.previewing} />}
        {file && preview && (
          <>
            <Select
              aria-label={words.form}
              value={form || own}
              options={[
                ...options.forms.map(({ code, name }) => ({ value: code, label: name })),
                { value: own, label: words.formOwn },
              ]}
              onChange={(next) => {
                setForm(next)
                void read(file, account, next, mapping)
              }}
            />
            {form === own && <Mapping columns={preview.columns} mapping={mapping} onChange={map} />}
            {preview.problem !== null ? (
              <Alert type="warning" showIcon title={preview.problem} />
            ) : (
              <Understood preview={preview} />
            )}
          </>
        )}
      </Flex>
    </Modal>
  )
}

type Single = Exclude<keyof BankMapping, 'remarks'>
const singles: Single[] = [
  'date',
  'time',
  'in',
  'out',
  'amount',
  'side',
  'name',
  'account',
  'serial',
  'balance',
  'currency',
]

interface MappingProps {
  columns: string[]
  mapping: BankMapping
  onChange: (mapping: BankMapping) => void
}

/** Mapping lets a person say which column holds what. */
function Mapping({ columns, mapping, onChange }: MappingProps) {
  const options = columns.map((name) => ({ value: name, label: name }))
  return (
    <Flex gap={12} wrap>
      {singles.map((name) => (
        <div key={name} className="bank-column">
          <span className="muted small">{words.columns[name]}</span>
          <Select
            aria-label={words.columns[name]}
            allowClear
            value={mapping[name] || undefined}
            options={options}
            onChange={(value?: string) => onChange({ ...mapping, [name]: value ?? '' })}
          />
        </div>
      ))}
      <div className="bank-column">
        <span className="muted small">{words.columns.remarks}</span>
        <Select
          aria-label={words.columns.remarks}
          mode="multiple"
          maxCount={3}
          value={mapping.remarks}
          options={options}
          onChange={(remarks: string[]) => onChange({ ...mapping, remarks })}
        />
      </div>
    </Flex>
  )
}

function Understood({ preview }: { preview: BankPreview }) {
  return (
    <Flex vertical gap={8}>
      <Alert
        type="success"
        showIcon
        title={words.counted(preview.count, preview.in, preview.out)}
        description={words.first}
      />
      <Table
        size="small"
        rowKey="no"
        pagination={false}
        scroll={{ x: 'max-content', y: 300 }}
        dataSource={preview.lines}
        columns={[
          { title: text.bank.at, render: (_, row) => <Time ms={row.at} /> },
          { title: text.bank.way, render: (_, row) => text.bank.ways[row.incoming ? 'in' : 'out'] },
          { title: text.bank.amount, align: 'right', render: (_, row) => <Yuan value={row.amount} /> },
          { title: text.bank.name, dataIndex: 'name' },
          { title: text.bank.tail, dataIndex: 'account' },
          { title: text.bank.remark, dataIndex: 'remark' },
          { title: text.bank.serial, dataIndex: 'serial' },
        ]}
      />
      {preview.leftOut > 0 && (
        <details>
          <summary>{words.skipped(preview.leftOut)}</summary>
          {preview.skipped.map(({ no, why }) => (
            <div key={no} className="muted small">
              {words.skippedLine(no, why)}
            </div>
          ))}
        </details>
      )}
    </Flex>
  )
}
