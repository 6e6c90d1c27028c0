import { useState } from 'react'
import { Badge } from '../badge'
import { Button, type ButtonLook, type ButtonSize } from '../button'
import { PasswordField, SelectField, TextField } from '../field'
import { IconButton } from '../icon-button'
import { Refresh } from '../icons/refresh'
import { Pagination } from '../pagination'
import { Segmented } from '../segmented'
import { TabBar } from '../tab-bar'
import { Row, Section } from './section'
import { useKitText } from './use-kit-text'

const looks: ButtonLook[] = ['gold', 'line', 'plain', 'danger']
const sizes: ButtonSize[] = ['small', 'middle', 'large']

/** Parts to press, pick and type into. */
export function KitControls() {
  const text = useKitText()
  const [tab, setTab] = useState<keyof typeof text.tab>('all')
  const [days, setDays] = useState<keyof typeof text.days>('today')
  const [page, setPage] = useState(9)
  const named = <Key extends string>(table: Record<Key, string>) =>
    (Object.keys(table) as Key[]).map((key) => ({ key, title: table[key] }))
  return (
    <>
      <Section title={text.buttons}>
        {looks.map((look) => (
          <Row key={look}>
            {sizes.map((size) => (
              <Button key={size} look={look} size={size}>
                {text.looks[look]}
              </Button>
            ))}
            <Button look={look} disabled>
              {text.looks[look]}
            </Button>
            <Button look={look} busy>
              {text.looks[look]}
            </Button>
          </Row>
        ))}
        <Row>
          <IconButton name={text.iconButton} size="small">
            <Refresh />
          </IconButton>
          <IconButton name={text.iconButton}>
            <Refresh turning />
          </IconButton>
          <IconButton name={text.iconButton} framed>
            <Refresh />
          </IconButton>
          <IconButton name={text.iconButton} framed disabled>
            <Refresh />
          </IconButton>
        </Row>
      </Section>
      <Section title={text.badges}>
        <Row>
          {named(text.badge).map(({ key, title }) => (
            <Badge key={key} kind={key}>
              {title}
            </Badge>
          ))}
        </Row>
      </Section>
      <Section title={text.fields}>
        <div className="grid max-w-3xl grid-cols-2 gap-x-6 gap-y-2 h5:grid-cols-1">
          <TextField label={text.name} hint={text.nameHint} />
          <TextField label={text.name} error={text.nameError} />
          <PasswordField label={text.password} defaultValue="demo2026" autoComplete="off" />
          <SelectField label={text.select}>
            <option>{text.choose}</option>
          </SelectField>
          <TextField label={text.off} defaultValue="demo01" disabled />
          <TextField label={text.off} defaultValue="demo01" readOnly />
        </div>
      </Section>
      <Section title={text.tabs}>
        <TabBar label={text.tabs} tabs={named(text.tab)} active={tab} onPick={setTab} />
        <Segmented label={text.tabs} options={named(text.days)} chosen={days} onPick={setDays} />
      </Section>
      <Section title={text.pages}>
        <Pagination page={page} pageCount={24} total={479} onPage={setPage} jumper />
        <Pagination page={1} pageCount={3} total={42} onPage={() => undefined} />
        <Pagination page={1} pageCount={1} total={7} onPage={() => undefined} />
      </Section>
    </>
  )
}
