"""OpenRig rigs: pods, members (seats), five kinds of edge."""
