-- How a servicelet is run: by the guest agent, by SSH, or told to a simulated server.

alter table servicelet
  add column through text not null default 'agent' check (through in ('agent', 'ssh', 'simulated')),
  -- who signs in, and at which port; what he signs in with lies sealed in the environment until it has ended
  add column ssh_user text,
  add column ssh_port integer check (ssh_port between 1 and 65535),
  -- the status code of the problem, where it has one
  add column problem_code integer,
  add constraint servicelet_ssh check ((through = 'ssh') = (ssh_user is not null) and (ssh_user is null) = (ssh_port is null));

update servicelet set through = 'simulated'
where server_id in (select s.id from server s join datacenter d on d.id = s.datacenter_id where d.engine = 'simulated');
