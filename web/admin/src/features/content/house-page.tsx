import { useState } from 'react'
import { Link } from 'react-router'
import type { Edition, House } from '../../api/wire'
import { Button, Card, Flex, Form, Input } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { Facts } from '../../ui/facts'
import { useAction } from '../../ui/use-action'
import { ChangedBy, NewerContent, useEditedOnce } from './edition'
import { SettingsPage } from './settings'

const words = text.house
const names = Object.keys(words.fields) as (keyof House)[]
const long = new Set<keyof House>(['footerText'])
const emails = new Set<keyof House>(['email', 'complaintEmail', 'privacyEmail', 'agentEmail'])

export default function HousePage() {
  const [editing, setEditing] = useState(false)
  return (
    <SettingsPage title={words.title} explain={words.explain}>
      {({ house, editions }, manages) => (
        <Card size="small">
          <Flex vertical gap={16} align="flex-start">
            <div className="wide facts-even">
              <Facts
                columns={2}
                facts={names.map((name) => [
                  words.fields[name],
                  house[name] || <span className="muted">{words.missing}</span>,
                ])}
              />
            </div>
            <ChangedBy edition={editions.house} />
            {manages && (
              <Button type="primary" onClick={() => setEditing(true)}>
                {words.edit}
              </Button>
            )}
            <span className="muted">
              {words.licence}
              <Link to={`${paths.site}?tab=site.licence`} className="text-link">
                {words.toLicence}
              </Link>
            </span>
          </Flex>
          {editing && <HouseDialog now={{ ...house, ...editions.house }} onClose={() => setEditing(false)} />}
        </Card>
      )}
    </SettingsPage>
  )
}

function HouseDialog({ now, onClose }: { now: House & Edition; onClose: () => void }) {
  const edited = useEditedOnce(now)
  const { run, running } = useAction(text.content.saved)
  return (
    <ActionDialog<House>
      title={words.edit}
      okText={text.content.save}
      reason="none"
      width={860}
      running={running}
      initial={Object.fromEntries(names.map((name) => [name, now[name]]))}
      onSend={(values) => run('/content/house', { ...emptyHouse, ...values, base: edited.base.version })}
      onClose={onClose}
      fields={
        <div className="house-fields">
          {names.map((name) => (
            <Form.Item
              key={name}
              name={name}
              label={words.fields[name]}
              className={long.has(name) ? 'whole-row' : undefined}
              rules={emails.has(name) ? [{ type: 'email', message: words.emailWrong }] : undefined}
            >
              <Input maxLength={long.has(name) ? 500 : 200} autoComplete="off" />
            </Form.Item>
          ))}
        </div>
      }
    >
      <NewerContent edited={edited} facts={(of) => names.map((name) => [words.fields[name], of[name]])} />
    </ActionDialog>
  )
}

/** What was emptied is sent as empty: the dialog leaves empty inputs out. */
const emptyHouse = Object.fromEntries(names.map((name) => [name, '']))
